const MAX_BYTES = 256 * 1024;

/** How long a document of the identity provider may take; far below the 29 s a tool call has (contract: Limits). */
const TIMEOUT_MS = 3000;

/**
 * Fetches a JSON object from an address the operator chose. Redirects are refused, since they would let the provider's
 * host name some other one; time and size are bounded.
 *
 * @throws Error, with a text for the log only
 */
export async function fetchJson(address: string, timeoutMs = TIMEOUT_MS): Promise<Record<string, unknown>> {
  const response = await fetch(address, {
    redirect: 'error',
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`${address} answered ${response.status}`);
  }
  const document: unknown = JSON.parse(await boundedText(response, address));
  if (typeof document !== 'object' || document === null || Array.isArray(document)) {
    throw new Error(`${address} is no JSON object`);
  }
  return document as Record<string, unknown>;
}

async function boundedText(response: Response, address: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BYTES) throw new Error(`${address} is larger than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
