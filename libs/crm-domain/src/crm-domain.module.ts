import {
  Inject,
  Module,
  type DynamicModule,
  type BeforeApplicationShutdown,
  type OnApplicationShutdown,
  type Provider,
  type Type,
} from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { AccessPolicy } from './access/access-policy.js';
import { dataSource, searchSource, type DatabaseOptions } from './db/data-source.js';
import { Domain } from './domain.js';
import { ENTITIES } from './entities.js';
import * as services from './services.js';

const SERVICES = Object.values<Type>(services).map((service): Provider => ({
  provide: service,
  useFactory: (domain: Domain) => domain.get(service),
  inject: [Domain],
}));

/** The domain's services for a Nest application. The pools open with the application and close with it. */
@Module({})
export class CrmDomainModule implements BeforeApplicationShutdown, OnApplicationShutdown {
  constructor(@Inject(Domain) private readonly domain: Domain) {}

  /** @param policy decides what callers may do */
  static forRoot(options: DatabaseOptions, policy: AccessPolicy): DynamicModule {
    const connection = TypeOrmModule.forRootAsync({
      useFactory: () => ({ type: 'postgres' as const, retryAttempts: 0 }),
      dataSourceFactory: async () => dataSource(options, ENTITIES),
    });
    const domain: Provider = {
      provide: Domain,
      useFactory: async (source: DataSource) => new Domain(source, policy, await searchSource(options).initialize()),
      inject: [DataSource],
    };
    return {
      module: CrmDomainModule,
      global: true,
      imports: [connection],
      providers: [domain, ...SERVICES],
      exports: [Domain, ...SERVICES],
    };
  }

  beforeApplicationShutdown(): void {
    this.domain.searches.end();
  }

  /** The other pool is TypeOrmModule's to close. */
  async onApplicationShutdown(): Promise<void> {
    await this.domain.closeSearch();
  }
}
