import { ADDED } from './added-endpoints.js';
import { CONTRACT } from './contract-endpoints.js';
import { EVENT_ENDPOINTS } from './event-endpoints.js';
import type { Endpoint } from './endpoint.js';

export { describedAs, takesKey, type Endpoint } from './endpoint.js';
export { CONTRACT };

export const ENDPOINTS: readonly Endpoint[] = [...CONTRACT, ...ADDED, ...EVENT_ENDPOINTS];
