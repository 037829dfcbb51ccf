/** Builds an object from all fields of its type, so that the compiler reports a forgotten field. */

/** Every field of T is required; an optional one may be undefined. */
export type EveryField<T> = {
  readonly [Name in keyof T]-?: object extends Pick<T, Name> ? T[Name] | undefined : T[Name];
};

export function withoutUndefined<T extends object>(fields: EveryField<T>): T {
  const object: Record<string, unknown> = {};
  for (const name in fields) if (fields[name] !== undefined) object[name] = fields[name];
  return object as T;
}
