import {
  Inject,
  Injectable,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { firstValueFrom, from, type Observable } from 'rxjs';
import { PagesAtOnce, type AuthenticatedRequest } from '#auth';

/** Has a page of a workspace wait for those before it (see `PagesAtOnce`). */
@Injectable()
class PageInterceptor implements NestInterceptor {
  constructor(@Inject(PagesAtOnce) private readonly pages: PagesAtOnce) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const { caller } = http.getRequest<AuthenticatedRequest>();
    return from(this.pages.run(caller!, http.getResponse(), () => firstValueFrom(next.handle())));
  }
}

/** For routes that give many records or events at once, or wait for somebody else's answer. */
export const GivesPage = () => UseInterceptors(PageInterceptor);
