import { BackgroundService } from '../../../apps/rest-api/src/background.service.js';

// Loaded into a REST API before it starts: what deletes leave to the background would change tables under the eyes of a
// test. Where tests run the service in their own process, it is stopped and called by hand as well.
BackgroundService.prototype.onApplicationBootstrap = () => undefined;
