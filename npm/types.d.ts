/** Makes the module ready. Needed once in browsers; returns at once in Node and for `kaas-orrery/inline`. */
export function init(): Promise<void>;

/** FNV-1a, 32 bits, over the UTF-8 bytes of the key: the hash that kaas routes consumer groups by. */
export function fnv1a32(key: string): number;
