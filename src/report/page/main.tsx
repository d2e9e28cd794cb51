import { render } from 'preact';
import { App } from './app.js';
import { readReport } from './decode.js';
import './page.css';
import { createState } from './state.js';

void start();

/** Draws the page. */
async function start(): Promise<void> {
  const page = document.getElementById('page');
  if (!page) return;
  const data = await readReport();
  render(<App state={createState(data, data.changes ? 'changes' : 'overview')} />, page);
}
