/** Matches the sequences that control a terminal: colours, cursor movements, titles, hidden links. */

export const esc = "\u001b";
const bell = "\u0007";

export const terminalSequence = new RegExp(
  `${esc}(?:\\[[0-?]*[ -/]*[@-~]|\\][^${bell}${esc}\\n]{0,2000}(?:${bell}|${esc}\\\\)|[@-Z\\\\^_])`,
  "g",
);
