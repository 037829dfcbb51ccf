/** Errors that pass from one bundle of the extension to another. Each bundle has its own copy of an error's class. */

/** `instanceof` also recognizes an error that another bundle's copy of the class created. */
export abstract class BundledError extends Error {
  /** The same symbol in every copy of the class: `Symbol.for` with a name that no other class uses. */
  static readonly classId: symbol;

  static override [Symbol.hasInstance](value: unknown): boolean {
    for (
      let made: unknown = Object(value).constructor;
      typeof made === "function";
      made = Object.getPrototypeOf(made)
    ) {
      // biome-ignore lint/complexity/noThisInStatic: each subclass has its own `classId`.
      if ((made as typeof BundledError).classId === this.classId) return this.classId !== undefined;
    }
    return false;
  }
}
