/** Errors that cross the extension's bundles. Each bundle contains its own copy of an error's class. */

/** `instanceof` also recognizes errors of the class's copies in other bundles. */
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
