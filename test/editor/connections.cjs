// The editor's processes load this file first. It logs every network connection as a JSON line, so that a test can
// check what an extension did before a person acted.

const { appendFileSync } = require("node:fs");
const { Socket } = require("node:net");

const process_ = process.argv.includes("--type=extensionHost") ? "extension host" : "editor";
const connect = Socket.prototype.connect;

Socket.prototype.connect = function (...args) {
  // net.connect passes its arguments normalised, as an array of options and callback.
  const options = Array.isArray(args[0])
    ? args[0][0]
    : typeof args[0] === "object"
      ? args[0]
      : { port: args[0], host: args[1] };
  if (options?.port !== undefined) {
    const line = { process: process_, host: options.host ?? "localhost", port: Number(options.port) };
    appendFileSync(process.env.CALLBOARD_CONNECTIONS, `${JSON.stringify(line)}\n`);
  }
  return connect.apply(this, args);
};
