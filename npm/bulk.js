// Very many group ids at once. The core hashes UTF-8, JavaScript holds UTF-16: ids cross in pieces of a few thousand,
// joined with line feeds and encoded straight into the memory of the module, which costs far less than a call per id.

import { ask } from "./error.js";
import { Intake, Loaded, moduleMemory, refuse } from "./glue.js";

/** See types.d.ts. */
export function coordinatorsFor(keys, brokerSet) {
  return ask(() => {
    const [brokers, alive] = brokerIds(brokerSet);
    return take(keys, (intake) => intake.coordinators(brokers, alive));
  });
}

/** See types.d.ts. */
export class Placement {
  #loaded;

  constructor(keys) {
    this.#loaded = ask(() => take(keys, (intake) => new Loaded(intake)));
  }

  coordinators(brokerSet) {
    return ask(() => this.#loaded.coordinators(...brokerIds(brokerSet)));
  }

  free() {
    this.#loaded.free();
  }
}

/** [ids of all rows, ids of those that are alive] of {brokers, alive}; alive is a list, or id -> boolean as a Map or an object. */
export function brokerIds(brokerSet) {
  const { brokers, alive } = brokerSet ?? {};
  const lists = [brokers, alive].map((ids) => {
    if (ids instanceof Map) return [...ids.keys()].filter((id) => ids.get(id) === true);
    if (typeof ids !== "object" || ids === null) return [null];
    return typeof ids[Symbol.iterator] === "function" ? [...ids] : Object.keys(ids).filter((id) => ids[id] === true);
  });
  if (!lists.flat().every((id) => typeof id === "string" && id.isWellFormed())) refuse("brokers", 0);
  return lists;
}

/** Fills an intake and hands it on to `use`, which consumes it. */
function take(keys, use) {
  const intake = new Intake(Array.isArray(keys) ? keys.length : 0);
  try {
    if (Array.isArray(keys)) takeStrings(intake, keys);
    else if (Object.prototype.toString.call(keys) === "[object Uint8Array]") takeBytes(intake, keys);
    else refuse("keys", 0);
  } catch (error) {
    intake.free();
    throw error;
  }
  return use(intake);
}

function takeStrings(intake, keys) {
  for (let start = 0; start < keys.length; ) {
    const end = stringsEnd(keys, start);
    const piece = keys.slice(start, end);
    const text = piece.join("\n");
    if (!text.isWellFormed()) refuse("surrogate", start + piece.findIndex((id) => !id.isWellFormed()));
    // The last line feed is written as a byte: adding it to the text would copy the text.
    const bytes = encode(intake, text);
    if (!intake.lines(bytes, piece.length)) for (const id of piece) intake.id(encode(intake, id) - 1);
    start = end;
  }
}

/** Behind the last string of a piece that starts here: the memory of the module never shrinks, so long ids make short pieces. */
function stringsEnd(keys, start) {
  const most = Math.min(keys.length, start + PIECE_IDS);
  let end = start;
  for (let units = 0; end < most && units < PIECE_UNITS; end++) {
    if (typeof keys[end] !== "string") refuse("text", end);
    units += keys[end].length;
  }
  return end;
}

/** Writes text and a line feed into the room of the intake; the number of bytes. */
function encode(intake, text) {
  // A UTF-16 unit takes at most three bytes of UTF-8.
  const room = roomFor(intake, text.length * 3 + 1);
  const { written } = encoder.encodeInto(text, room);
  room[written] = LINE_FEED;
  return written + 1;
}

function takeBytes(intake, bytes) {
  for (let start = 0; start < bytes.length; ) {
    const end = pieceEnd(bytes, start);
    roomFor(intake, end - start).set(bytes.subarray(start, end));
    intake.lines(end - start, 0);
    start = end;
  }
}

/** Behind the last line feed of a piece that starts here; an id longer than a piece is a piece of its own. */
function pieceEnd(bytes, start) {
  if (bytes.length - start <= PIECE_BYTES) return bytes.length;
  const last = bytes.lastIndexOf(LINE_FEED, start + PIECE_BYTES - 1);
  if (last >= start) return last + 1;
  const next = bytes.indexOf(LINE_FEED, start + PIECE_BYTES);
  return next < 0 ? bytes.length : next + 1;
}

/** The room as it is now: whatever grows the memory of the module detaches earlier views. */
function roomFor(intake, bytes) {
  const address = intake.room(bytes);
  return new Uint8Array(moduleMemory().buffer, address, bytes);
}

const LINE_FEED = 10;
const PIECE_IDS = 4096;
const PIECE_UNITS = 1 << 18;
const PIECE_BYTES = 1 << 16;
const encoder = new TextEncoder();
