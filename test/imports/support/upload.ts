import type { ImportWire, Mapping } from '#crm-domain/writes';
import { eventually } from '../../support/eventually.js';
import type { Caller } from '../../support/rest.js';

const WORKING = ['reading', 'checking', 'running'];

/** One file on its way through an import. */
export class Upload {
  private constructor(
    private readonly caller: Caller,
    readonly id: string,
  ) {}

  /** Sends a file and waits until it is read. */
  static async of(
    caller: Caller,
    { object, name, options }: { object: string; name: string; options?: object },
    file: string | Buffer,
  ): Promise<Upload> {
    const upload = await Upload.sent(caller, { object, name, options }, file);
    await upload.settled();
    return upload;
  }

  /** Sends a file. */
  static async sent(
    caller: Caller,
    { object, name, options }: { object: string; name: string; options?: object },
    file: string | Buffer,
  ): Promise<Upload> {
    const bytes = Buffer.from(file);
    const asked = { object, file_name: name, bytes: bytes.length, ...options };
    const { body } = await caller.post('/v1/imports', asked).expect(200);
    const { id, parts, part_bytes } = body.data as ImportWire;
    const upload = new Upload(caller, id);
    for (let part = 1; part <= parts; part++)
      await upload.part(part, bytes.subarray((part - 1) * part_bytes, part * part_bytes)).expect(200);
    return upload;
  }

  get path(): string {
    return `/v1/imports/${this.id}`;
  }

  part(part: number, bytes: Buffer) {
    return this.caller
      .send('put', `${this.path}/parts/${part}`)
      .set('Content-Type', 'application/octet-stream')
      .send(bytes);
  }

  async get(): Promise<ImportWire> {
    const { body } = await this.caller.get(this.path).expect(200);
    return body.data as ImportWire;
  }

  /** As it is when nobody works on it any more. */
  async settled(): Promise<ImportWire> {
    await eventually(async () => !WORKING.includes((await this.get()).state));
    return this.get();
  }

  /** With the mapping that is proposed, where none is given. */
  async check(mapping?: Mapping): Promise<ImportWire> {
    return this.begin('check', mapping);
  }

  async run(mapping?: Mapping): Promise<ImportWire> {
    return this.begin('run', mapping);
  }

  async errorFile(): Promise<string> {
    const { text } = await this.caller.get(`${this.path}/errors`).expect(200);
    return text;
  }

  private async begin(what: 'check' | 'run', mapping?: Mapping): Promise<ImportWire> {
    await this.caller.post(`${this.path}/${what}`, mapping ?? (await this.get()).mapping!).expect(200);
    return this.settled();
  }
}
