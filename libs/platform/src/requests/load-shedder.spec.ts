import { once } from 'node:events';
import { IncomingMessage, ServerResponse, createServer, type Server } from 'node:http';
import { Socket, connect, type AddressInfo } from 'node:net';
import { LoadShedder } from './load-shedder.js';

const MIB = 1024 * 1024;

/** Somebody who sends a request and reads nothing of its answer; gives both ends. */
async function asks(server: Server, head = 'GET / HTTP/1.1'): Promise<{ socket: Socket; response: ServerResponse }> {
  const arrived = once(server, 'request');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
  socket.write(`${head}\r\nHost: x\r\n\r\n`);
  const [, response] = (await arrived) as [unknown, ServerResponse];
  return { socket, response };
}

function aResponse(): ServerResponse {
  return new ServerResponse(new IncomingMessage(new Socket()));
}

describe('what a service takes on', () => {
  let server: Server;
  beforeEach(async () => once((server = createServer()).listen(0, '127.0.0.1'), 'listening'));
  afterEach(() => server.close().closeAllConnections());

  it('is a place for each request until its answer is written, however slowly that is read', async () => {
    const admission = new LoadShedder(1);
    const [first, second] = [await asks(server), await asks(server)];
    expect(admission.enter(first.response)).toBe(true);
    expect(admission.enter(second.response)).toBe(false);
    // More than the system takes for somebody who does not read.
    first.response.end(Buffer.alloc(32 * MIB));
    expect(first.response.writableFinished).toBe(false);
    expect(admission.enter(second.response)).toBe(true);
    first.socket.destroy();
    await once(first.response, 'close');
    expect(admission.enter(first.response)).toBe(false);
  });

  it('comes before refusals, of which a few are answered in a turn, in their order, and all that waited for 400 ms', async () => {
    let now = 0;
    const admission = new LoadShedder(1, () => now);
    const answered: number[] = [];
    const refuse = (count: number) => {
      for (let at = 0; at < count; at++) admission.refuse(() => answered.push(at));
    };
    const turn = async () => {
      const before = answered.length;
      await new Promise((resume) => setImmediate(resume));
      return answered.length - before;
    };
    refuse(10);
    expect(answered).toEqual([]);
    expect([await turn(), await turn(), await turn(), await turn()]).toEqual([2, 2, 2, 2]);
    expect(answered).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect([await turn(), await turn()]).toEqual([2, 0]);
    refuse(100);
    now = 1;
    refuse(100);
    now = 399;
    expect(await turn()).toBe(2);
    now = 400;
    expect(await turn()).toBe(98);
    now = 401;
    expect(await turn()).toBe(100);
    answered.length = 0;
    refuse(2048 - 1);
    expect(answered).toEqual([]);
    refuse(1);
    expect(answered).toHaveLength(2048);
    refuse(2);
    expect([await turn(), await turn()]).toEqual([2, 0]);
  });

  it('is a place that is free again when the caller goes away', async () => {
    const admission = new LoadShedder(1);
    const { socket, response } = await asks(server);
    admission.enter(response);
    socket.destroy();
    await once(response, 'close');
    expect(admission.enter(response)).toBe(true);
  });

  it('is half of the places for pages, so that the others are left for single records', () => {
    const admission = new LoadShedder(8);
    const begun = (times: number) => Array.from({ length: times }, () => admission.pages.begin());
    expect(begun(5)).toEqual([true, true, true, true, false]);
    expect(Array.from({ length: 5 }, () => admission.enter(aResponse()))).toEqual([true, true, true, true, false]);
    admission.pages.end();
    admission.pages.end();
    expect(admission.enter(aResponse())).toBe(true);
    expect(begun(2)).toEqual([true, false]);
  });

  it('is no place for a request that gave its own up to wait, once', () => {
    const admission = new LoadShedder(2);
    const waits = aResponse();
    admission.enter(waits);
    admission.leave(waits);
    waits.emit('close');
    expect([1, 2, 3].map(() => admission.enter(aResponse()))).toEqual([true, true, false]);
  });

  it('is no more than half of the places for one owner where three quarters are taken', () => {
    const admission = new LoadShedder(8);
    const all: ServerResponse[] = [];
    const asks = (owner: string, times: number) =>
      Array.from({ length: times }, () => {
        const response = aResponse();
        all.push(response);
        return admission.enter(response) && admission.belongs(response, owner);
      });
    expect(asks('greedy', 8)).toEqual([true, true, true, true, true, true, false, false]);
    expect(asks('other', 2)).toEqual([true, true]);
    for (const response of all.slice(0, 3)) response.emit('close');
    expect(asks('other', 4)).toEqual([true, true, false, false]);
    expect(asks('third', 1)).toEqual([true]);
  });

  it('is in the share of its owner also when it was given up meanwhile and taken again', () => {
    const admission = new LoadShedder(8);
    const takes = (response: ServerResponse, owner: string) =>
      admission.enter(response) && admission.belongs(response, owner);
    for (let n = 0; n < 4; n++) {
      const response = aResponse();
      expect(takes(response, 'one')).toBe(true);
      admission.leave(response);
      expect(takes(response, 'one')).toBe(true);
    }
    for (const owner of ['two', 'three', 'four']) expect(takes(aResponse(), owner)).toBe(true);
    expect(takes(aResponse(), 'one')).toBe(false);
    expect(takes(aResponse(), 'five')).toBe(true);
  });

  it('is of whoever it belongs to in the end: a person who comes from many addresses has one share', () => {
    const admission = new LoadShedder(8);
    const all: ReturnType<typeof aResponse>[] = [];
    const asks = (address: string, times: number) =>
      Array.from({ length: times }, () => {
        const response = aResponse();
        all.push(response);
        const isLetIn = admission.enter(response) && admission.belongs(response, address);
        return isLetIn && admission.belongs(response, 'person');
      });
    expect(asks('one', 4)).toEqual([true, true, true, true]);
    expect(asks('two', 4)).toEqual([true, true, false, false]);
    for (const response of all) response.emit('close');
    // Nothing is left with the address.
    for (let n = 0; n < 6; n++) expect(asks(`other ${n}`, 1)).toEqual([true]);
    const response = aResponse();
    expect(admission.enter(response) && admission.belongs(response, 'one')).toBe(true);
  });

  it('is no place for a request that waits to be told what is wrong with it', async () => {
    const admission = new LoadShedder(1);
    const wrong = aResponse();
    admission.enter(wrong);
    const told: boolean[] = [];
    admission.turnAway(wrong, () => told.push(admission.enter(aResponse())));
    expect(admission.enter(aResponse())).toBe(true);
    await new Promise((resume) => setImmediate(resume));
    expect(told).toEqual([false]);
  });

  it('is a place for a page that waited as soon as there is one, or for one that has waited long enough', () => {
    const admission = new LoadShedder(4);
    admission.pages.begin();
    admission.pages.begin();
    expect([admission.pages.resume(false), admission.pages.resume(true)]).toEqual([false, true]);
    admission.pages.end();
    expect(admission.pages.resume(false)).toBe(false);
    admission.pages.end();
    expect(admission.pages.resume(false)).toBe(true);
  });

  it('is fewer pages while it refuses pages, down to a third, and no fewer other requests', () => {
    const admission = new LoadShedder(24);
    for (let page = 0; page < 12; page++) expect(admission.pages.begin()).toBe(true);
    for (let refused = 0; refused < 50; refused++) expect(admission.pages.begin()).toBe(false);
    expect(Array.from({ length: 13 }, () => admission.enter(aResponse())).indexOf(false)).toBe(12);
    for (let page = 0; page < 9; page++) admission.pages.end();
    expect([admission.pages.begin(), admission.pages.begin()]).toEqual([true, false]);
  });

  it('is less while it refuses, down to a third, and as much as before with little to do or after 3 seconds', () => {
    let now = 0;
    const admission = new LoadShedder(8, () => now);
    let inside: ServerResponse[] = [];
    const taken = (times: number) => {
      const before = inside.length;
      for (let time = 0; time < times; time++) {
        const response = aResponse();
        if (admission.enter(response)) inside.push(response);
      }
      return inside.length - before;
    };
    const leave = (count: number) => {
      for (const response of inside.slice(0, count)) response.emit('close');
      inside = inside.slice(count);
    };
    expect(taken(8 + 20)).toBe(8);
    leave(5);
    expect(taken(1)).toBe(0);
    leave(1);
    expect(taken(3)).toBe(1);
    leave(3);
    for (let alone = 0; alone < 8; alone++) {
      expect(taken(1)).toBe(1);
      leave(1);
    }
    expect(taken(20)).toBe(8);
    leave(5);
    now += 2999;
    expect(taken(1)).toBe(0);
    now += 1;
    expect(taken(20)).toBe(5);
    leave(5);
    expect(taken(1)).toBe(0);
  });
});
