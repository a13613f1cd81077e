// Reads a volume from disk, in Node. Only what kaas keeps there for coordination is opened, nothing is followed out of
// it, and nothing is ever written. What cannot be read becomes an entry that says why.
import { constants, promises as fs } from "node:fs";
import { basename, dirname, join } from "node:path";

import { integer, options, text } from "./arguments.js";
import { refuse } from "./error.js";
import { sentence } from "./messages.js";

/** See types.d.ts. */
export async function readVolume(path, settings) {
  const { limits } = options(settings, "options", ["limits"]);
  return (await readTree(path, limits)).files;
}

/** The files, and the folder that their paths start from; `single` is the file that was named in place of a folder. */
export async function readTree(path, limits) {
  const reader = new Reader(limitsOf(limits));
  const { root, single } = await reader.volume(text(path, "path"));
  const order = ({ path: left }, { path: right }) => (left < right ? -1 : left > right ? 1 : 0);
  return { root, single, files: reader.entries.sort(order) };
}

class Reader {
  #limits;
  entries = [];
  #bytes = 0;

  constructor(limits) {
    this.#limits = limits;
  }

  async volume(path) {
    const named = await about(path);
    if (named.isFile()) return this.#single(path);
    if (!named.isDirectory()) refuse("volume-not-a-file", { path });
    const root = await rootOf(path);
    await this.#root(root);
    return { root };
  }

  async #single(path) {
    const name = basename(path);
    const kind = ARCHIVES.find(([end]) => name.toLowerCase().endsWith(end))?.[1];
    if (kind) refuse("volume-archive", { path, kind });
    if (SECRET.includes(name)) refuse("volume-secret", { path });
    this.entries.push({ path: "assignment.json", kind: "file", ...(await this.#content(path, 0)) });
    return { root: dirname(path), single: path };
  }

  async #root(root) {
    for (const name of ["assignment.json", "assignment.json.tmp", ...FOLDERS]) {
      const at = join(root, name);
      const type = await typeOf(at);
      if (type !== "absent") await this.#take([{ path: name, at, type }]);
    }
  }

  /** Takes entries of one directory: files together, then directories one after the other. */
  async #take(found) {
    const room = this.#limits.files - this.entries.length;
    const taken = found.slice(0, Math.max(room, 0));
    for (let start = 0; start < taken.length; start += TOGETHER) {
      const piece = taken.slice(start, start + TOGETHER).filter(({ type }) => type !== "dir");
      this.entries.push(...(await Promise.all(piece.map((entry) => this.#file(entry)))));
    }
    for (const entry of taken) if (entry.type === "dir") await this.#directory(entry);
    return taken.length === found.length;
  }

  async #file({ path, at, type, problem }) {
    if (type === "link") return { path, kind: "file", text: null, problem: sentence("problem-link") };
    if (type === "other") return { path, kind: "file", text: null, problem: sentence("problem-special") };
    if (problem) return { path, kind: "file", text: null, problem };
    // Files that kaas never reads are named, not opened.
    if (!/\.json(\.tmp)?$/.test(path)) return { path, kind: "file", text: null };
    return { path, kind: "file", ...(await this.#content(at, constants.O_NOFOLLOW ?? 0)) };
  }

  async #directory({ path, at }) {
    const entry = { path, kind: "dir", text: null };
    this.entries.push(entry);
    let names;
    try {
      names = await fs.readdir(at, { encoding: "buffer", withFileTypes: true });
    } catch (error) {
      entry.problem = sentence("problem-read", { reason: error.code });
      return;
    }
    const found = await Promise.all(names.map((dirent) => child(dirent, path, at)));
    if (!(await this.#take(found))) entry.problem = sentence("problem-count", { limit: this.#limits.files });
  }

  async #content(at, flags) {
    const problem = (key, args) => ({ text: null, problem: sentence(key, args) });
    let file;
    try {
      // Not blocking: opening a pipe would wait for its other end.
      file = await fs.open(at, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | flags);
      const status = await file.stat();
      if (!status.isFile()) return problem("problem-special");
      const { fileBytes, totalBytes } = this.#limits;
      if (status.size > fileBytes) return problem("problem-size", { bytes: status.size, limit: fileBytes });
      if (this.#bytes + status.size > totalBytes) return problem("problem-total", { limit: totalBytes });
      this.#bytes += status.size;
      return { text: utf8.decode(await file.readFile()) };
    } catch (error) {
      if (error.code === "ERR_ENCODING_INVALID_ENCODED_DATA") return problem("problem-utf8");
      if (error.code === "ELOOP") return problem("problem-link");
      return problem("problem-read", { reason: error.code ?? error.message });
    } finally {
      await file?.close();
    }
  }
}

async function about(path) {
  try {
    return await fs.stat(path);
  } catch (error) {
    return refuse("volume-missing", { path, reason: error.code ?? error.message });
  }
}

/** The `__cluster` directory: the one named, or the one in it. */
async function rootOf(path) {
  const inner = join(path, "__cluster");
  const type = await typeOf(inner);
  if (type === "dir") return inner;
  if (type === "link") refuse("volume-link", { path: inner });
  const marks = await Promise.all(["assignment.json", ...FOLDERS].map((name) => typeOf(join(path, name))));
  if (basename(path) === "__cluster" || marks.some((mark) => mark !== "absent")) return path;
  return refuse("volume-not-found", { path });
}

async function typeOf(at) {
  try {
    return type(await fs.lstat(at));
  } catch (error) {
    return error.code === "ENOENT" || error.code === "ENOTDIR" ? "absent" : "other";
  }
}

/** An entry of a directory. A name that is not UTF-8 cannot be a group's: kaas skips such files. */
async function child(dirent, above, folder) {
  const bytes = dirent.name;
  const at = Buffer.concat([Buffer.from(`${folder}/`), bytes]);
  let [name, problem] = [undefined, undefined];
  try {
    name = utf8.decode(bytes);
  } catch {
    name = `${bytes.toString("utf8")} (${bytes.toString("hex")})`;
    problem = sentence("problem-name");
  }
  // Some file systems do not tell the type.
  const known = type(dirent);
  return { path: `${above}/${name}`, at, problem, type: known === "other" ? await typeOf(at) : problem && known === "dir" ? "other" : known };
}

function type(status) {
  return status.isSymbolicLink() ? "link" : status.isDirectory() ? "dir" : status.isFile() ? "file" : "other";
}

function limitsOf(given) {
  const limits = { ...LIMITS };
  for (const [name, value] of Object.entries(options(given, "limits", Object.keys(LIMITS)))) {
    if (value !== undefined) limits[name] = integer(value, `limits.${name}`, 0, Number.MAX_SAFE_INTEGER);
  }
  return limits;
}

const FOLDERS = ["__consumer_offsets", "txn_state", "producer_ids", "producer_fences", "marker_queue"];
/** Also in __cluster, written by an operator, and nothing to do with groups. */
const SECRET = ["credentials.json", "acls.json"];
const ARCHIVES = [
  [".tar", "tar archive"],
  [".tar.gz", "compressed tar archive"],
  [".tgz", "compressed tar archive"],
  [".zip", "zip archive"],
];
const LIMITS = { fileBytes: 128 * 2 ** 20, totalBytes: 512 * 2 ** 20, files: 1_000_000 };
const TOGETHER = 64;
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
