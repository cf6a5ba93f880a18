import type { CookieOptions, Request, Response } from 'express';

type CookieName = 'session' | 'login' | 'connect' | 'made';

/** Cookies of the screens. On https their names carry `__Host-`, which no other host or path can set. */
export class Cookies {
  private readonly prefix: string;
  private readonly options: CookieOptions;

  constructor(baseUrl: string) {
    const secure = baseUrl.startsWith('https:');
    this.prefix = secure ? '__Host-crm' : 'crm';
    this.options = { httpOnly: true, sameSite: 'lax', secure, path: '/' };
  }

  read(request: Request, name: CookieName): string | undefined {
    const wanted = `${this.prefix}-${name}=`;
    const { cookie = '' } = request.headers;
    // Not taken apart: a header of 15 KB would be thousands of cookies.
    for (let at = cookie.indexOf(wanted); at >= 0; at = cookie.indexOf(wanted, at + 1)) {
      let before = at - 1;
      while (cookie[before] === ' ' || cookie[before] === '\t') before--;
      // Within the value of another cookie, which a neighbouring host can set, it is none of ours.
      if (before >= 0 && cookie[before] !== ';') continue;
      const end = cookie.indexOf(';', at);
      return cookie.slice(at + wanted.length, end < 0 ? undefined : end);
    }
    return undefined;
  }

  write(response: Response, name: CookieName, value: string, maxAgeSeconds: number): void {
    response.cookie(`${this.prefix}-${name}`, value, { ...this.options, maxAge: maxAgeSeconds * 1000 });
  }

  clear(response: Response, name: CookieName): void {
    response.clearCookie(`${this.prefix}-${name}`, this.options);
  }
}
