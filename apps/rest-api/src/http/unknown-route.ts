import { All, Controller, Module, NotFoundException } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Requires } from '#auth';

/** By the router's name for it, which tells this route from those that there are. */
export const UNKNOWN_ROUTE = '/v1/*path';

/**
 * Takes what no other route of the API does, so that who may not ask is not told either that there is no such route or
 * that it takes another method (decisions: Order of refusals). Its module is the last one, so that every other route
 * comes before.
 */
@ApiExcludeController()
@Controller()
class UnknownRouteController {
  @All(UNKNOWN_ROUTE.slice(1))
  @Requires(null)
  refuse(): never {
    throw new NotFoundException();
  }
}

@Module({ controllers: [UnknownRouteController] })
export class UnknownRouteModule {}
