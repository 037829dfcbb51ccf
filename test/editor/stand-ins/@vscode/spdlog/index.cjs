// Writes VS Code's log files, in place of a native module that needs a compiler. Output channels read these files, so
// that a test sees an extension's log.

const { appendFileSync, mkdirSync } = require("node:fs");
const { dirname } = require("node:path");

const levels = ["trace", "debug", "info", "warning", "error", "critical"];

class Logger {
  #file;
  #level = 0;
  #pattern = true;

  constructor(file) {
    mkdirSync(dirname(file), { recursive: true });
    this.#file = file;
  }

  setLevel(level) {
    this.#level = level;
  }

  clearFormatters() {
    this.#pattern = false;
  }

  setPattern() {}
  flush() {}
  drop() {}

  write(level, message) {
    if (level < this.#level) return;
    const stamp = new Date().toISOString().replace("T", " ").replace("Z", "");
    appendFileSync(this.#file, this.#pattern ? `${stamp} [${levels[level]}] ${message}\n` : message);
  }
}

for (const [level, name] of ["trace", "debug", "info", "warn", "error", "critical"].entries()) {
  Logger.prototype[name] = function (message) {
    this.write(level, message);
  };
}

module.exports.setFlushOn = () => {};
module.exports.createAsyncRotatingLogger = async (_name, file) => new Logger(file);
module.exports.createRotatingLogger = module.exports.createAsyncRotatingLogger;
