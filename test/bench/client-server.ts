/** A loopback service in its own process, so that its CPU time does not count as a client's. */

import { createServer } from "node:http";

const cases = Array.from({ length: 10 }, (_, i) => ({
  name: `Case number ${i}`,
  status: "passed",
  ms: 1200 + i,
}));
const answer = Buffer.from(JSON.stringify({ id: "run_1", status: "passed", cases }));

const server = createServer((request, response) => {
  request.resume().on("end", () => {
    response.writeHead(200, { "content-type": "application/json", "content-length": answer.length });
    response.end(answer);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.send?.(typeof address === "object" && address ? address.port : 0);
});
process.on("disconnect", () => process.exit());
