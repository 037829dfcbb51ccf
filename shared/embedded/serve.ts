/** `npm run service [-- PORT]`: runs the embedded service, and prints commands for another terminal. */

import { startEmbeddedService } from "./service.ts";

const wanted = process.argv[2] ?? "0";
const port = Number(wanted);
if (!/^\d+$/.test(wanted) || port > 65_535)
  fail(`${wanted} is not a port: give a number up to 65535, or none.`);

try {
  const service = await startEmbeddedService({ port });
  const curl = `curl -H 'x-api-key: ${service.key}' -H 'content-type: application/json' -d '{}'`;
  console.log(`The embedded service is running, with its demo project.

  address  ${service.url}
  key      ${service.key}

See all records, and run a batch:
  ${curl} ${service.url}/v1/projects/import-demo
  ${curl} ${service.url}/v1/batches/smoke/run

Ctrl+C ends it; nothing is kept.`);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => service.close());
} catch (error) {
  const isTaken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
  fail(isTaken ? `Port ${port} is taken: give another port, or none to use any free port.` : String(error));
}

function fail(reason: string): never {
  console.error(reason);
  process.exit(1);
}
