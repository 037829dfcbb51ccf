/** Objects whose fields are all written down, so that the compiler asks for one that is added. */

/** Each field of T; an absent one is undefined. */
export type Fields<T> = {
  readonly [Name in keyof T]-?: object extends Pick<T, Name> ? T[Name] | undefined : T[Name];
};

/** The object without its absent fields: nothing of them is written into a file. */
export function fromFields<T extends object>(fields: Fields<T>): T {
  const object: Record<string, unknown> = {};
  for (const name in fields) if (fields[name] !== undefined) object[name] = fields[name];
  return object as T;
}
