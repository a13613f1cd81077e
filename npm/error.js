// The one error of the package. The core throws plain objects, because a class of its own would need a file of its own.
import { sentence } from "./messages.js";

/** See types.d.ts. */
export class OrreryError extends Error {
  constructor(message, { code, file, path, line, column, problems }) {
    super(message);
    this.code = code;
    for (const [name, value] of Object.entries({ file, path, line, column, problems })) {
      if (value !== undefined && value !== null) this[name] = value;
    }
  }
}
// On the prototype, as every error of the language has it.
Object.defineProperty(OrreryError.prototype, "name", { value: "OrreryError", configurable: true, writable: true });

/** Throws the sentence with this key. */
export function refuse(key, args, place = {}) {
  throw new OrreryError(sentence(key, args), { code: key, ...place });
}

/**
 * Calls the core. What it refuses becomes an error that starts with the file or the argument at fault. Line and column
 * are told where `written` says that the argument is the caller's own text, and not made here from an object.
 */
export function ask(call, written = {}) {
  try {
    return call();
  } catch (thrown) {
    if (!Array.isArray(thrown?.problems)) throw thrown;
    const subject = thrown.file ?? thrown.about;
    const problems = thrown.problems.map(({ code, message, path, line, column }) => ({
      code,
      message,
      ...(path && { path }),
      ...(line && written[thrown.about] && { line, column }),
    }));
    const told = problems.map((problem) => (subject ? `${subject}: ` : "") + withPlace(problem));
    const [{ message: _, ...first }] = problems;
    throw new OrreryError(told.join("\n"), {
      ...first,
      file: thrown.file,
      problems,
    });
  }
}

function withPlace({ message, path, line, column }) {
  if (line) return sentence("place-text", { message, path, line, column });
  return path && path !== "$" ? sentence("place-path", { message, path }) : message;
}
