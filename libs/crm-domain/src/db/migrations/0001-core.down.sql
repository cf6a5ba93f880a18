drop table purge, object_count, record_search, index_ref, index_number, index_text, record_reference, record_unique, value_history,
  record, choice, attribute, object, connection, api_key, membership, app_user, workspace;
