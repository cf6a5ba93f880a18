import { Id, Time } from '../http/fields.js';

export class UndoDto {
  @Id({ optional: true, description: 'One change, by its event.' })
  event_id?: string;

  @Id({ optional: true, description: 'All changes of one request: its `requestId`, or the header `X-Request-Id`.' })
  request_id?: string;

  @Id({ optional: true, description: 'What a connection of an assistant wrote since `from`.' })
  connection_id?: string;

  @Id({ optional: true, description: 'What an API key wrote since `from`.' })
  api_key_id?: string;

  @Id({ optional: true, description: 'What an automation wrote since `from`.' })
  automation_id?: string;

  @Id({ optional: true, description: 'What an import wrote.' })
  import_id?: string;

  @Time({
    optional: true,
    description:
      'Needed with a connection, an API key or an automation. Alone: what you wrote since, with this key or client.',
  })
  from?: string;

  @Time({ optional: true, description: 'Only changes before this moment. Default: all.' })
  to?: string;
}
