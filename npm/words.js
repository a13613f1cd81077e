// Text for terminals. Names in a volume are arbitrary: nothing in them may move the cursor, hide or reorder what is shown.

/** The text with controls and invisible marks (bidi marks among them) written out as \u{…}. */
export function safe(text) {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (mark) => `\\u{${mark.codePointAt(0).toString(16)}}`);
}

/** A name as one word: in quotes where it would not be seen for what it is, and shortened unless all is wanted. */
export function named(name, all = false) {
  if (name === null) return "nobody";
  const points = [...name];
  const short = all || points.length <= NAME_MAX;
  const shown = safe(short ? name : points.slice(0, NAME_MAX - 20).join(""));
  const plain = shown === name && name !== "" && !/^\s|\s$|["\\]|^nobody$/.test(name);
  const word = plain ? name : `"${shown.replace(/["\\](?!u\{)/g, "\\$&")}"`;
  return short ? word : `${word}… (${count(points.length)} characters)`;
}

/** A number with thousands separators. */
export function count(number) {
  return number.toString().replace(/\B(?=(\d{3})+$)/g, ",");
}

/** `1 group`, `2 groups`. */
export function counted(number, one, many = `${one}s`) {
  return `${count(number)} ${number === 1 ? one : many}`;
}

/** Columns that a text takes in a terminal. */
export function width(text) {
  let columns = 0;
  for (const point of text) columns += /\p{M}/u.test(point) ? 0 : WIDE.test(point) ? 2 : 1;
  return columns;
}

const WIDE = /[\p{Emoji_Presentation}\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff01-\uff60]/u;
const NAME_MAX = 60;
