import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { CHANNELS, MAX_BODY_LENGTH, MAX_RECIPIENTS, MAX_SUBJECT_LENGTH, type ChannelName } from '#crm-domain/messaging';
import { Flag, Text, Texts } from '../http/fields.js';

const MAX_ADDRESS_LENGTH = 320;

export class UpdateConversationDto {
  @Flag({ optional: true, description: 'false makes it unread again.', example: true })
  read?: boolean;

  @Flag({ optional: true })
  starred?: boolean;

  @Flag({ optional: true })
  archived?: boolean;

  @Flag({ optional: true, description: 'A blocked conversation is not shown to you any more.' })
  blocked?: boolean;
}

export class CreateBlockDto {
  @ApiProperty({ enum: [...CHANNELS] })
  @Text({ max: 9 })
  @IsIn(CHANNELS)
  channel: ChannelName;

  @Text({
    max: MAX_ADDRESS_LENGTH,
    min: 1,
    description: 'As it is shown in `people` of a conversation.',
    example: 'ines@example.com',
  })
  address: string;
}

class ComposeDto {
  @Text({
    max: MAX_BODY_LENGTH,
    optional: true,
    description: 'The text of the message; how long it may be depends on the channel.',
  })
  body?: string;

  @Text({ max: MAX_SUBJECT_LENGTH, optional: true, nullable: true, description: 'Only of mail.' })
  subject?: string | null;

  @Text({
    max: 100,
    optional: true,
    nullable: true,
    description: 'Id of the message that is answered, on the same channel; the draft joins its conversation.',
  })
  reply_to?: string | null;

  @Texts({
    most: MAX_RECIPIENTS,
    max: MAX_ADDRESS_LENGTH,
    optional: true,
    description:
      'Mail addresses, a phone number such as +14155550100, or the id of the person on the channel. If left out of a reply, the recipients come from the answered message. Only mail has several.',
    example: ['ines@example.com'],
  })
  to?: string[];

  @Texts({ most: MAX_RECIPIENTS, max: MAX_ADDRESS_LENGTH, optional: true, description: 'Only of mail.' })
  cc?: string[];
}

export class CreateDraftDto extends ComposeDto {
  @ApiProperty({ enum: [...CHANNELS] })
  @Text({ max: 9 })
  @IsIn(CHANNELS)
  channel: ChannelName;
}

export class UpdateDraftDto extends ComposeDto {
  @ApiProperty({ required: false, enum: [...CHANNELS] })
  @Text({ max: 9, optional: true })
  @IsIn(CHANNELS)
  channel?: ChannelName;
}
