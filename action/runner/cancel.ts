/** The runner cancels a step with SIGINT, 7.5 seconds later with SIGTERM, and 2.5 seconds after that kills it. */

export function cancelSignal(): AbortSignal {
  const controller = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) process.on(name, () => controller.abort());
  return controller.signal;
}
