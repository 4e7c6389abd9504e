// The first thing that every command runs: refuses a Node that is too old, in one line, before anything is installed.
// Written so that even Node 4 can parse it; newer syntax would end in a SyntaxError instead of that line.
'use strict';

/** The line for the person; null when this Node is new enough. `range` is package.json's "engines", ">=20.19.0". */
function refusal(version, range) {
  var needed = /(\d+)\.(\d+)/.exec(range);
  var major = Number(version.split('.')[0]);
  var minor = Number(version.split('.')[1]);
  if (major > Number(needed[1]) || (major === Number(needed[1]) && minor >= Number(needed[2]))) return null;
  return (
    'stopped: this needs Node ' +
    needed[0] +
    ' or newer, and this is Node ' +
    version +
    '. Get a newer one from https://nodejs.org/en/download (or type: nvm install 22), then try again.'
  );
}

module.exports = refusal;

if (require.main === module) {
  var line = refusal(process.versions.node, require('../../package.json').engines.node);
  if (line) {
    console.error(line);
    process.exit(1);
  }
}
