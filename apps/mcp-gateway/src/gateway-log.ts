/** The part of a logger the gateway uses: fields first, then a sentence. */
export interface GatewayLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export const SILENT: GatewayLog = { info() {}, warn() {}, error() {} };
