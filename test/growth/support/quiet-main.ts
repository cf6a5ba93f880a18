import { DeliveryWorker } from '#channels';
import { BackgroundService } from '../../../apps/rest-api/src/background.service.js';

// Loaded into a service before it starts: what deletes leave to the background, and the delivery of messages, would change
// tables under the eyes of a test. Where tests run services in their own process, these are called by hand as well.
BackgroundService.prototype.onApplicationBootstrap = () => undefined;
DeliveryWorker.prototype.start = () => undefined;
