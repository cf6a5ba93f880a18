import type { DatabaseOptions, Domain } from '#crm-domain';
import type { Gatekeeper } from './protocol/gatekeeper.js';
import type { Tool, ToolServices } from './tools/define-tool.js';
import { TOOLS } from './tools/registry.js';
import { RESULT_CHARACTERS } from './tools/support/fit-page.js';

/** Everything the gateway must be told. Addresses are absolute URLs; a trailing slash is dropped. */
export interface McpGatewayOptions {
  /** `{mcp_url}` of the contract: where clients reach this server, without `/mcp`. */
  mcpUrl: string;
  /** `{mcp_auth_url}`: the identity provider's issuer, byte for byte as it writes it. */
  issuer: string;
  /** The connected-clients screen. */
  screenUrl: string;
  gatekeeper: Gatekeeper;
  services: ToolServices;
  tools?: readonly Tool[];
  /** Time for one request, in milliseconds (contract: Limits, request time budget). */
  deadlineMs?: number;
  /** Longest result of a tool, in characters of JSON text. */
  resultCharacters?: number;
  /** Serve a modern body under a legacy version header (claude-code#93290). */
  tolerateLegacyHeader?: boolean;
  /** Origins and host names allowed beside this server's own and the known web clients. */
  allowedOrigins?: readonly string[];
  allowedHosts?: readonly string[];
  /** Allow browsers and hosts on this machine; on by itself when `mcpUrl` is on this machine. */
  allowLoopback?: boolean;
  /** Says what is missing to serve requests, for `GET /readyz`. */
  missing?: () => Promise<string[]>;
  /** Most requests to work on at once; more are refused with 503. */
  mostAtOnce?: number;
  /** Connections to the database, of which one workspace gets a part. */
  connections?: number;
  log?: GatewayLog;
  /** Takes the line of each request, in which nothing is secret. */
  requestLog?: Pick<GatewayLog, 'info'>;
}

/** A gateway that opens the domain itself, and closes it again; the rest it is told when the domain is there. */
export interface GatewayOnDomain {
  database: DatabaseOptions;
  optionsFrom: (domain: Domain) => McpGatewayOptions;
}

export type GatewaySettings = Required<McpGatewayOptions>;

/** Injection token of the settings. */
export const GATEWAY = Symbol('gateway settings');

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

export function isLoopback(hostname: string): boolean {
  return LOOPBACK.has(hostname) || hostname.endsWith('.localhost');
}

/** Fills in what was left out. @throws TypeError when an address is not a URL */
export function settingsOf(options: McpGatewayOptions): GatewaySettings {
  const mcpUrl = options.mcpUrl.replace(/\/+$/, '');
  return {
    tools: TOOLS,
    deadlineMs: 29_000,
    resultCharacters: RESULT_CHARACTERS,
    tolerateLegacyHeader: true,
    allowedOrigins: [],
    allowedHosts: [],
    allowLoopback: isLoopback(new URL(mcpUrl).hostname),
    missing: async () => [],
    mostAtOnce: Number.POSITIVE_INFINITY,
    connections: 10,
    log: SILENT,
    requestLog: options.log ?? SILENT,
    ...options,
    mcpUrl,
  };
}

/** The part of a logger the gateway uses: fields first, then a sentence. */
export interface GatewayLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export const SILENT: GatewayLog = { info() {}, warn() {}, error() {} };
