// Runs the built command again and again in one process, whose modules are loaded once: see `weir.ts`. Each run evaluates
// the program from its beginning, in the folder and the environment that it is given.
const [, , program] = process.argv;
let count = 0;

// Every run listens to the streams anew.
process.stdout.setMaxListeners(0);
process.stderr.setMaxListeners(0);

process.on('message', ({ cwd, words, environment }) => {
  void run(cwd, words, environment).then((ended) => process.send(ended));
});

async function run(cwd, words, environment) {
  process.chdir(cwd);
  process.env = { ...environment };
  process.argv = [process.execPath, program, ...words];
  process.exitCode = undefined;
  const out = capture(process.stdout);
  const err = capture(process.stderr);
  await import(`${program}?run=${++count}`);
  return { code: process.exitCode ?? 0, out: out(), err: err() };
}

/** Keeps what is written to a stream from now on; the function that it gives ends that, and gives the text. */
function capture(stream) {
  const chunks = [];
  stream.write = (chunk) => chunks.push(Buffer.from(chunk)) > 0;
  return () => {
    delete stream.write;
    return Buffer.concat(chunks).toString();
  };
}
