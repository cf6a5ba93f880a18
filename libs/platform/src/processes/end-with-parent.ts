// Loaded before a service's own code. Without it a parent that was killed would leave services holding their ports.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
