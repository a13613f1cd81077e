/** Makes the module ready. Needed once in browsers; returns at once in Node and for `kaas-orrery/inline`. */
export function init(): Promise<void>;

/** FNV-1a, 32 bits, over the UTF-8 bytes of the key: the hash that kaas routes consumer groups by. */
export function fnv1a32(key: string): number;

/** Brokers in any order. A repeated id counts twice in the divisor; an id that is not alive is down; unknown ids in `alive` are ignored. */
export interface BrokerSet {
  /** Ids of all rows of assignment.json, dead ones included. */
  brokers: readonly string[] | ReadonlySet<string>;
  /** Ids of the alive ones, or id to boolean. */
  alive: readonly string[] | ReadonlySet<string> | ReadonlyMap<string, boolean> | Readonly<Record<string, boolean>>;
}

/**
 * Which broker coordinates each of very many groups (or transactional ids) by the hash: one call for a million ids.
 *
 * @param keys Strings, or UTF-8 in which a line feed ends each id (the last one may be left out). Ids that hold a
 *   line feed need the array. A lone surrogate or bytes that are not UTF-8 are an error that names the index.
 * @returns Per id an index into the broker ids sorted by their bytes; 0xffffffff where nobody is alive.
 */
export function coordinatorsFor(keys: readonly string[] | Uint8Array, brokers: BrokerSet): Uint32Array;

/** Very many ids that stay loaded, so that the next question about them costs a fraction of the first. */
export class Placement {
  /** @param keys As for {@link coordinatorsFor}. */
  constructor(keys: readonly string[] | Uint8Array);
  /** As {@link coordinatorsFor}, for the loaded ids. */
  coordinators(brokers: BrokerSet): Uint32Array;
  /** Gives the memory back; the placement cannot be used any more. */
  free(): void;
}
