// Copies files for VS Code's Git extension, in place of a native module that needs a compiler.

exports.cp = require("node:fs/promises").cp;
