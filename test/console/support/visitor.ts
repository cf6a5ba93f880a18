import { HttpPerson } from '../../identity/support/http-person.js';
import { PASSWORD } from '../../identity/support/dev-idp.js';
import type { Member, World } from '../../support/world.js';

/** A browser in front of the screens, reduced to HTTP: keeps the cookies of the REST API, follows nothing by itself. */
export class Visitor {
  readonly cookies = new Map<string, string>();
  csrf = '';

  constructor(
    readonly world: World,
    readonly baseUrl = world.places.baseUrl,
  ) {}

  /** Somebody who signed in `secondsAgo`, without the way through the identity provider. */
  static async signedIn(world: World, member: Member, secondsAgo = 0): Promise<Visitor> {
    const visitor = new Visitor(world);
    const auth_time = new Date(Date.now() - secondsAgo * 1000);
    const session = await world.domain.signIns.open({
      issuer: world.places.issuer,
      subject: member.subject,
      auth_time,
    });
    visitor.cookies.set('crm-session', session);
    await visitor.read('/console/connections');
    return visitor;
  }

  async get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.keep(await fetch(new URL(path, this.baseUrl), { redirect: 'manual', headers: this.with(headers) }));
  }

  /** A page, whose form token is kept as a browser would send it back. */
  async read(path: string): Promise<string> {
    const text = await (await this.get(path)).text();
    this.csrf = /name="csrf" value="([^"]+)"/.exec(text)?.[1] ?? '';
    return text;
  }

  /** A form of our own page; a header or field set to undefined is not sent. */
  async post(
    path: string,
    form: Record<string, string | number | undefined> = {},
    headers: Record<string, string | undefined> = {},
  ): Promise<Response> {
    const sent = { origin: this.baseUrl, 'sec-fetch-site': 'same-origin', ...headers };
    const fields = Object.entries({ csrf: this.csrf, ...form }).flatMap(([key, value]): [string, string][] =>
      value === undefined ? [] : [[key, String(value)]],
    );
    const body = new URLSearchParams(fields);
    const url = new URL(path, this.baseUrl);
    return this.keep(await fetch(url, { method: 'POST', redirect: 'manual', body, headers: this.with(sent) }));
  }

  /** Begins a sign-in and goes through the identity provider's pages; gives the address the browser would call next. */
  async throughProvider(member: Member, path = '/console/sign-in'): Promise<{ callback: string; asked: URL }> {
    const begun = await this.get(path);
    const asked = new URL(begun.headers.get('location') ?? '');
    const person = new HttpPerson(this.world.places.issuer);
    await person.visit(asked.href);
    await person.submit('login', { email: member.email, password: PASSWORD });
    return { callback: person.at, asked };
  }

  async signIn(member: Member, path?: string): Promise<Response> {
    const { callback } = await this.throughProvider(member, path);
    return this.get(callback);
  }

  private with(headers: Record<string, string | undefined>): Record<string, string> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const all = Object.entries({ ...(cookie && { cookie }), ...headers });
    return Object.fromEntries(all.filter((entry): entry is [string, string] => entry[1] !== undefined));
  }

  private keep(response: Response): Response {
    for (const header of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
      if (value) this.cookies.set(name, value);
      else this.cookies.delete(name);
    }
    return response;
  }
}
