// Measures the language server: the processor time from a change of an open file to its findings.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { CLI, ROUNDS, median, processorOf, run } from './measure.mjs';

/** The time for a change of one open file in the editor, against that of an empty program. Each edit is a new text with findings. */
export async function compareEditor(folder, file, edit) {
  const child = spawn(process.execPath, [CLI, 'lsp', '--stdio'], { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] });
  const uri = pathToFileURL(file).href;
  const text = readFileSync(file, 'utf8');
  const nextFindings = readFindings(child.stdout, uri);
  const send = (method, params, id) => {
    const message = JSON.stringify({ jsonrpc: '2.0', method, params, ...(id && { id }) });
    child.stdin.write(`Content-Length: ${Buffer.byteLength(message)}\r\n\r\n${message}`);
  };
  const change = (version) => ({
    textDocument: { uri, version },
    contentChanges: [{ text: edit(text, version) }],
  });
  try {
    send('initialize', { processId: process.pid, rootUri: pathToFileURL(folder).href, capabilities: {} }, 1);
    send('initialized', {});
    send('textDocument/didOpen', { textDocument: { uri, languageId: 'yaml', version: 0, text: edit(text, 0) } });
    await nextFindings();
    const measured = [];
    for (let version = 1; version <= ROUNDS + 2; version++) {
      const before = processorOf(child.pid);
      send('textDocument/didChange', change(version));
      await nextFindings();
      measured.push((processorOf(child.pid) - before) / run(['-e', '0']).processor);
    }
    // The first ones are still being compiled by the engine.
    return median(measured.slice(2));
  } finally {
    child.kill();
  }
}

/** Returns a function that waits for the next findings of a file. */
function readFindings(stream, uri) {
  let [buffer, count, taken] = ['', 0, 0];
  let wake = () => undefined;
  stream.setEncoding('latin1').on('data', (chunk) => {
    buffer += chunk;
    for (;;) {
      const head = /Content-Length: (\d+)\r\n(?:[^\r]+\r\n)*\r\n/.exec(buffer);
      const end = head ? head.index + head[0].length + Number(head[1]) : Infinity;
      if (buffer.length < end) break;
      const { method, params } = JSON.parse(buffer.slice(head.index + head[0].length, end));
      buffer = buffer.slice(end);
      if (method === 'textDocument/publishDiagnostics' && params.uri === uri && params.diagnostics.length > 0) count++;
    }
    wake();
  });
  return async () => {
    while (taken === count) await new Promise((settle) => (wake = settle));
    taken++;
  };
}
