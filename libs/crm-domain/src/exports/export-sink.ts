import type { ExportProgress } from './export.js';

/** Takes what is exported, in pieces of at most a few megabytes. Nothing more is read before it has one. */
export interface ExportSink {
  /** @param position of the last event that is part of what is exported */
  begin(at: Date, position: string): Promise<void>;
  write(text: string, progress: ExportProgress): Promise<void>;
}
