import { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import type { Response } from 'express';
import type { AnswerWeighing } from '#auth';
import type { LoadShedder } from '#platform';
import { FilesUnderWay } from './files-under-way.js';

class Reader extends EventEmitter {
  destroyed = false;
  req = { method: 'GET' };
  readonly write = jest.fn(() => true);
  readonly end = jest.fn();
  goAway(): void {
    this.destroyed = true;
    this.emit('close');
  }
}

describe('a file that is made while it is sent', () => {
  const send = (reader: Reader, wait: number) => {
    const weight = { weighPiece: (bytes: number) => ({ bytes, wait }) } as AnswerWeighing;
    async function* pieces() {
      yield 'one';
      yield 'two';
    }
    const files = new FilesUnderWay({} as LoadShedder);
    return files.send(
      { pieces: pieces(), told: {}, weight },
      { workspaceId: 'w', response: reader as unknown as Response },
    );
  };

  it('waits as long as what counts it says, unless its reader goes away', async () => {
    const reader = new Reader();
    const sent = send(reader, 3600);
    for (let turns = 0; turns < 20; turns++) await setImmediate();
    expect(reader.write).not.toHaveBeenCalled();
    reader.goAway();
    await sent;
    expect([reader.write.mock.calls, reader.end.mock.calls]).toEqual([[], []]);
  });

  it('is sent at once where nothing has to wait', async () => {
    const reader = new Reader();
    await send(reader, 0);
    expect(reader.write.mock.calls).toEqual([['one'], ['two']]);
    expect(reader.end).toHaveBeenCalled();
  });

  it('is not made for who asks for its headers alone', async () => {
    const reader = new Reader();
    reader.req.method = 'HEAD';
    await send(reader, 3600);
    expect([reader.write.mock.calls, reader.end.mock.calls]).toEqual([[], [[]]]);
  });
});

describe('files of readers who go away', () => {
  it('are not made, and take nothing of the pace from the others', async () => {
    const files = new FilesUnderWay({} as LoadShedder);
    const made: string[] = [];
    const send = (workspaceId: string, reader: Reader) => {
      async function* pieces() {
        made.push(workspaceId);
        yield Buffer.alloc(2 * 1024 * 1024);
      }
      const download = { workspaceId, response: reader as unknown as Response };
      return files.send({ pieces: pieces(), told: {} }, download);
    };
    const one = new Reader();
    await send('greedy', one);
    const readers = Array.from({ length: 100 }, () => new Reader());
    const sent = readers.map((reader) => send('greedy', reader));
    const other = new Reader();
    const others = send('other', other);
    for (const reader of readers) reader.goAway();
    await Promise.all([...sent, others]);
    expect(made).toEqual(['greedy', 'other']);
    expect(other.end).toHaveBeenCalled();
  });
});
