/** The runner cancels a step with SIGINT, sends SIGTERM after 7.5 seconds, and kills the step 2.5 seconds later. */

export function cancelSignal(): AbortSignal {
  const controller = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) process.on(name, () => controller.abort());
  return controller.signal;
}
