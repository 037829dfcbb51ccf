/** The runner's way to cancel: an interrupt, seven and a half seconds later a polite end, and then no more asking. */

export function cancelSignal(): AbortSignal {
  const controller = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) process.on(name, () => controller.abort());
  return controller.signal;
}
