/** Starting and stopping the embedded service, from code and from a terminal. */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, test } from "vitest";
import { startEmbeddedService } from "../../../shared/embedded/service.ts";
import { callEmbedded, sendToEmbedded } from "./calling.ts";

const portOf = (url: string) => Number(new URL(url).port);

describe("startEmbeddedService", () => {
  test("takes a free port, and a readable key", async () => {
    await using one = await startEmbeddedService();
    await using two = await startEmbeddedService();
    expect(one.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(one.key).toMatch(/^callboard(-[a-z0-9]{4}){4}$/);
    expect(two.url).not.toBe(one.url);
    expect(two.key).not.toBe(one.key);
  });

  test("takes the given port", async () => {
    await using first = await startEmbeddedService();
    const port = portOf(first.url);
    await first.close();
    await using second = await startEmbeddedService({ port });
    expect(second.url).toBe(first.url);
    expect((await callEmbedded(second, "runBatch", "smoke")).status).toBe(200);
  });

  test("fails on a port that is in use", async () => {
    await using first = await startEmbeddedService();
    await expect(startEmbeddedService({ port: portOf(first.url) })).rejects.toMatchObject({
      code: "EADDRINUSE",
    });
  });

  test("listens on loopback only", async () => {
    await using service = await startEmbeddedService();
    const outside = Object.values(networkInterfaces())
      .flatMap(addresses => addresses ?? [])
      .filter(({ internal, family }) => !internal && family === "IPv4");
    for (const { address } of [...outside, { address: "127.0.0.2" }]) {
      const socket = connect(portOf(service.url), address);
      const [error] = await once(socket, "error");
      expect(error.code).toBe("ECONNREFUSED");
    }
  });

  test("shares no state with another service", async () => {
    await using one = await startEmbeddedService();
    await using two = await startEmbeddedService();
    await callEmbedded(one, "deleteScenario", "late-parcel");
    expect((await callEmbedded(two, "deleteScenario", "late-parcel")).status).toBe(200);
  });
});

describe("a stored state", () => {
  const storing = (first?: string) => {
    let saved = first;
    const save = async (state: string) => {
      saved = state;
    };
    return { load: async () => saved, save };
  };

  test("continues with the records, the numbers of the ids, and the runs", async () => {
    const store = storing();
    await using one = await startEmbeddedService({ store });
    await callEmbedded(one, "createTest", "", { name: "Late parcel" });
    await callEmbedded(one, "deleteScenario", "late-parcel");
    await callEmbedded(one, "runChannel", "voice");
    await using two = await startEmbeddedService({ store });
    expect((await callEmbedded(two, "updateTest", "tst_1", { name: "Later" })).status).toBe(200);
    expect((await callEmbedded(two, "createTest", "", {})).body).toMatchObject({ id: "tst_2" });
    expect((await callEmbedded(two, "deleteScenario", "late-parcel")).status).toBe(404);
    expect((await callEmbedded(two, "createChannelReport", "voice")).body).toMatchObject({
      status: "running",
    });
  });

  test("makes several services one", async () => {
    const store = storing();
    await using one = await startEmbeddedService({ store });
    await using two = await startEmbeddedService({ store });
    const created = [];
    for (const each of [one, two, one]) created.push(await callEmbedded(each, "createTest", "", {}));
    expect(created.map(({ body }) => body)).toMatchObject([
      { id: "tst_1" },
      { id: "tst_2" },
      { id: "tst_3" },
    ]);
    await callEmbedded(two, "submitReview", "was-the-no-clear", { verdict: "pass" });
    expect((await callEmbedded(one, "reassignReview", "was-the-no-clear", {})).status).toBe(409);
  });

  test.each(["", "{", "null", "[]"])("that can't be read (%j) gives the demo project", async saved => {
    await using service = await startEmbeddedService({ store: storing(saved) });
    expect((await callEmbedded(service, "runBatch", "smoke")).status).toBe(200);
  });

  test("that another service is saving, or that can't be saved, loses nothing of this one", async () => {
    const store = storing();
    await using service = await startEmbeddedService({
      store: { ...store, save: () => Promise.reject(new Error("The disk is full.")) },
    });
    await callEmbedded(service, "createTest", "", {});
    await store.save('{"records":{"test');
    expect((await callEmbedded(service, "updateTest", "tst_1", {})).status).toBe(200);
  });
});

describe("close", () => {
  test("ends connections that are silent, idle or in the middle of a request", async () => {
    const service = await startEmbeddedService();
    await callEmbedded(service, "runBatch", "smoke");
    const sockets = ["", "GET / HTTP/1.1\r\nhost: x\r\n\r\n", "POST /v1/te"].map(written => {
      const socket = connect(portOf(service.url), "127.0.0.1");
      socket.on("error", () => {}).write(written);
      return socket.resume();
    });
    const halfway = connect(portOf(service.url), "127.0.0.1").on("error", () => {});
    halfway.write(
      `POST /v1/tests HTTP/1.1\r\nhost: x\r\nx-api-key: ${service.key}\r\nexpect: 100-continue\r\n` +
        "content-type: application/json\r\ncontent-length: 100\r\n\r\n{",
    );
    // The interim response proves that the request has arrived and the service waits for its body.
    await once(halfway, "data");

    const ends = Promise.all([...sockets, halfway].map(socket => once(socket, "close")));
    await service.close();
    await ends;
    await expect(sendToEmbedded(service, "/")).rejects.toThrow();
  });

  test("may be called again", async () => {
    const service = await startEmbeddedService();
    await Promise.all([service.close(), service.close()]);
    await service.close();
  });
});

describe("npm run service", () => {
  const started: ChildProcess[] = [];
  afterEach(() => {
    for (const child of started.splice(0)) child.kill("SIGKILL");
  });

  function serve(...args: string[]) {
    const script = new URL("../../../shared/embedded/serve.ts", import.meta.url).pathname;
    const child = spawn(process.execPath, [script, ...args], { stdio: ["ignore", "pipe", "pipe"] });
    started.push(child);
    return child;
  }

  test.each(["SIGINT", "SIGTERM"] as const)("prints its address, and ends cleanly on %s", async signal => {
    const child = serve();
    const ended = once(child, "close");
    const [printed] = await once(child.stdout.setEncoding("utf8"), "data");
    const url = /address +(\S+)/.exec(printed)?.[1];
    const key = /key +(\S+)/.exec(printed)?.[1];
    expect(printed).toContain(`curl -H 'x-api-key: ${key}'`);
    const response = await fetch(`${url}/v1/integrations/order-system`, {
      headers: { "x-api-key": key ?? "" },
    });
    expect(await response.json()).toHaveProperty("id", "order-system");

    child.kill(signal);
    expect(await ended).toEqual([0, null]);
  });

  test("reports a port in use in one line", async () => {
    await using service = await startEmbeddedService();
    const child = serve(String(portOf(service.url)));
    const ended = once(child, "close");
    expect(await text(child.stderr)).toMatch(/^Port \d+ is taken: .*\n$/);
    expect(await ended).toEqual([1, null]);
  });

  test.each(["http", "-1", "65536", "1e3", ""])("refuses %j as a port", async port => {
    const child = serve(port);
    const ended = once(child, "close");
    expect(await text(child.stderr)).toMatch(/^[^\n]*not a port[^\n]*\n$/);
    expect(await ended).toEqual([1, null]);
  });
});
