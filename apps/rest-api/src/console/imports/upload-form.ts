import { html, type Markup } from '../layout/html.js';

interface UploadForm {
  action: string;
  /** Fields before that of the file. */
  fields?: Markup;
  label: string;
  button: string;
  /** Of an import whose upload was broken off, where the rest goes. */
  rest?: { page: string; parts: number; part_bytes: number; bytes: number; missing_parts: number[] };
}

const ACCEPTED = '.csv,.tsv,.txt,.ndjson,.jsonl,.xlsx';

/** Chooses a file; the script sends it. */
export function uploadForm({ action, fields, label, button, rest }: UploadForm): Markup {
  const where =
    rest &&
    html`data-page="${rest.page}" data-parts="${rest.parts}" data-part-bytes="${rest.part_bytes}"
    data-bytes="${rest.bytes}" data-missing="${rest.missing_parts.join(' ')}"`;
  return html`<form class="card" method="post" action="${action}" data-upload ${where} hidden>
      <div class="fields">
        ${fields}
        <div>
          <label for="file">${label}</label>
          <input id="file" type="file" name="file" required accept="${ACCEPTED}" />
        </div>
      </div>
      <p class="problem" role="alert" hidden></p>
      <progress aria-label="Uploaded" value="0" max="1" hidden></progress>
      <button>${button}</button>
    </form>
    <noscript>
      <p class="note">
        To upload a file here, allow scripts for this page. Without them, use <code>crm import</code> on the command
        line or the <a href="/docs#tag/imports">REST API</a>.
      </p>
    </noscript>`;
}
