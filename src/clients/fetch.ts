/** Maximum bytes of a response. A page of a hundred comments has at most 65,536 characters for each. */
const LARGEST_ANSWER = 64 * 2 ** 20;
/** Default timeout of a request with its response, in milliseconds. */
const LONGEST_EXCHANGE = 120_000;

/**
 * Creates a `fetch` for one server. A response is limited in size and time. Requests to another origin are rejected,
 * because they would reveal the token. Redirects are rejected, because they would turn a write into a read. `longest`:
 * milliseconds from a request to the end of its response.
 */
export function createFetch(baseUrl: string, longest = LONGEST_EXCHANGE): typeof fetch {
  const { origin } = new URL(baseUrl);
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.origin !== origin) throw new Error(`it points to ${url.origin}`);
    const signal = AbortSignal.timeout(longest);
    const answer = await fetch(url, { ...init, redirect: 'manual', signal });
    const { status, headers } = answer;
    if (status >= 300 && status < 400) throw new Error(`it redirects (HTTP ${status})`);
    if (status < 200 || status > 599) throw new Error(`it answers HTTP ${status}`);
    const body = await readBody(answer);
    return new Response(body.length === 0 ? null : body, { status, headers });
  };
}

async function readBody({ body }: Response): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (body) {
    for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      if (size > LARGEST_ANSWER) throw new Error(`it answers more than ${LARGEST_ANSWER} bytes`);
      chunks.push(chunk);
    }
  }
  return Buffer.concat(chunks);
}
