// CI sets this to the commit (decision 196): property tests draw their cases from it, so that a failure there occurs
// wherever that commit is tested.
import process from 'node:process';

const commit = process.env.PROPERTIES_OF_COMMIT;
if (commit) {
  const { default: fc } = await import('fast-check');
  fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number.parseInt(commit.slice(0, 8), 16) | 0 });
}
