-- Notes, tasks and activities for the workspaces that are there; new ones start with them (system-objects.ts).
-- An object of a workspace's own that is called so keeps its slug: the system's is then called system_notes, and so on.
-- What is there already is left as it is, so that this may be run again.
update workspace set schema_version = schema_version + 1;

insert into object (workspace_id, object_id, slug, singular_noun, plural_noun, is_system_object, epithet_attribute_id,
  next_attr_no, created_at)
select w.workspace_id, gen_random_uuid(), case when o.object_id is null then s.slug else 'system_' || s.slug end,
  s.singular, s.plural, true, gen_random_uuid(), s.next_no,
  date_trunc('milliseconds', now()) + s.place * interval '1 millisecond'
from workspace w
cross join (values
    ('notes', 'Note', 'Notes', 6, 0),
    ('tasks', 'Task', 'Tasks', 8, 1),
    ('activities', 'Activity', 'Activities', 9, 2)
  ) s(slug, singular, plural, next_no, place)
left join object o on o.workspace_id = w.workspace_id and o.slug = s.slug
where o.object_id is null or not o.is_system_object
on conflict do nothing;

insert into attribute (workspace_id, attribute_id, object_id, attr_no, slug, title, type, is_multi_select,
  is_system_attribute, default_value, description, config, sort_order, created_at)
select o.workspace_id, case when s.no = 1 then o.epithet_attribute_id else gen_random_uuid() end, o.object_id, s.no,
  s.slug, s.title, s.type, s.is_multi_select, true, s.default_value, s.description,
  case when s.slug = 'participants' and p.object_id is not null
    then jsonb_build_object('allowed_object_ids', jsonb_build_array(p.object_id)) else '{}' end,
  s.no - 1, o.created_at
from object o
join (values
    ('notes', 1, 'title', 'Title', 'name', false, null, null),
    ('notes', 2, 'body', 'Body', 'text', false, null, null),
    ('notes', 3, 'about', 'About', 'record-reference', true, null, 'Records of any object. The timelines of these records show this one.'),
    ('notes', 4, 'author', 'Author', 'actor-reference', false, 'me', null),
    ('notes', 5, 'pinned', 'Pinned', 'checkbox', false, null, null),
    ('tasks', 1, 'title', 'Title', 'name', false, null, null),
    ('tasks', 2, 'body', 'Body', 'text', false, null, null),
    ('tasks', 3, 'about', 'About', 'record-reference', true, null, 'Records of any object. The timelines of these records show this one.'),
    ('tasks', 4, 'assignee', 'Assignee', 'actor-reference', false, null, null),
    ('tasks', 5, 'due_date', 'Due date', 'date', false, null, null),
    ('tasks', 6, 'priority', 'Priority', 'select', false, null, null),
    ('tasks', 7, 'status', 'Status', 'pipeline', false, 'Open', null),
    ('activities', 1, 'title', 'Title', 'name', false, null, null),
    ('activities', 2, 'kind', 'Kind', 'select', false, null, null),
    ('activities', 3, 'time', 'Time', 'timestamp', false, null, null),
    ('activities', 4, 'duration', 'Duration', 'number', false, null, 'Minutes.'),
    ('activities', 5, 'participants', 'Participants', 'record-reference', true, null, null),
    ('activities', 6, 'outcome', 'Outcome', 'text', false, null, null),
    ('activities', 7, 'body', 'Body', 'text', false, null, null),
    ('activities', 8, 'about', 'About', 'record-reference', true, null, 'Records of any object. The timelines of these records show this one.')
  ) s(object, no, slug, title, type, is_multi_select, default_value, description)
  on o.slug = s.object or o.slug = 'system_' || s.object
left join object p on p.workspace_id = o.workspace_id and p.slug = 'people' and p.is_system_object
where o.is_system_object
on conflict do nothing;

insert into choice (workspace_id, choice_id, attribute_id, object_id, title, sort_order, config)
select t.workspace_id, gen_random_uuid(), t.attribute_id, t.object_id, s.title, s.place, s.config::jsonb
from attribute t
join object o on o.workspace_id = t.workspace_id and o.object_id = t.object_id
join (values
    ('tasks', 'priority', 'Low', 0, null),
    ('tasks', 'priority', 'Normal', 1, null),
    ('tasks', 'priority', 'High', 2, null),
    ('tasks', 'status', 'Open', 0, '{"is_closed": false, "is_won": false, "is_lost": false}'),
    ('tasks', 'status', 'Done', 1, '{"is_closed": true, "is_won": false, "is_lost": false}'),
    ('tasks', 'status', 'Cancelled', 2, '{"is_closed": true, "is_won": false, "is_lost": false}'),
    ('activities', 'kind', 'Call', 0, null),
    ('activities', 'kind', 'Meeting', 1, null)
  ) s(object, attribute, title, place, config)
  on s.attribute = t.slug and (o.slug = s.object or o.slug = 'system_' || s.object)
left join choice c on c.workspace_id = t.workspace_id and c.attribute_id = t.attribute_id
where o.is_system_object and t.is_system_attribute and c.choice_id is null;
