/** Compares how two ids are made, because ids of different kinds can't be compared. */

/** Both are numbers, UUIDs or letters only, or have the same words. */
export function haveSameForm(id: string, other: string): boolean {
  const words = wordsOf(id);
  return (
    idPatterns.some(form => form.test(id) && form.test(other)) || (words !== "" && words === wordsOf(other))
  );
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const idPatterns = [/^\d+$/, uuid, /^[\p{L} _-]+$/u];

/** The ids differ only in their numbers: `t1` and `t2`, `/runs/17` and `/runs/18`. */
export function isMadeLike(id: string, other: string): boolean {
  const [form, otherForm] = [id, other].map(text => text.replace(/\d+/g, "#"));
  return form === otherForm && /\d/.test(id) && !uuid.test(id);
}

/** A commit can be written short. */
export function isSameOrShort(id: string, other: string): boolean {
  const [short = "", long = ""] = id.length < other.length ? [id, other] : [other, id];
  return id === other || (/^[\da-f]{7,}$/.test(short) && long.startsWith(short));
}

/** The words in an id without its numbers and random parts: "channel run" for `channel-1-run-2`. */
export function wordsOf(id: string): string {
  const words = id.split(/[^A-Za-z0-9]+/).flatMap(part => {
    const [, word] = /^([a-z]{2,}|[A-Z]{2,})\d*$/.exec(part) ?? [];
    return word === undefined || /^[\da-f]+$/i.test(part) ? [] : word.toLowerCase();
  });
  return words.join(" ");
}
