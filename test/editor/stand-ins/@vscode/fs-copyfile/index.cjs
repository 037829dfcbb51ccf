// What VS Code's Git extension copies files with, without the compiler that the native module needs.

exports.cp = require("node:fs/promises").cp;
