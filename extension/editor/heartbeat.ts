/** The interval in which a window writes a heartbeat for its runs, and for its decisions that are being sent. */
export const heartbeatMs = 990;
/** After this time without a heartbeat, the window counts as closed. */
export const longestSilenceMs = 6 * heartbeatMs;
