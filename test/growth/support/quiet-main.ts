import { BackgroundService } from '../../../apps/rest-api/src/background.service.js';

// Loaded into a service before it starts: what deletes leave to the background would change tables under the eyes of a test,
// as in the services that tests run in their own process. There it is called by hand.
BackgroundService.prototype.onApplicationBootstrap = () => undefined;
