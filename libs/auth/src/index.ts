export { AuthModule } from './auth.module.js';
export { By, Public, REQUIREMENT, Requires, type AuthenticatedRequest, type Requirement } from './access/requires.js';
export type { RateLimits } from './access/rate-limiter.js';
