package observed

import "strings"

// Family is a group of PostgreSQL's settings about which there is one thing to say.
type Family struct {
	Title string // what they are about
	Why   string // why they have no say in the lab, a sentence without its full stop
	names string
}

// families are the settings of 7.4 to 18 that the lab lacks, by what they are about
// (src/backend/utils/misc/guc.c, guc_tables.c). What follows from one of them for
// buffers and checkpoints is in [Matters].
var families = []Family{
	{"connections", "it is about how clients come in; those of the lab are connected from the beginning", `
authentication_timeout bonjour bonjour_name client_connection_check_interval db_user_namespace gss_accept_delegation
krb_caseins_users krb_server_hostname krb_server_keyfile krb_srvname listen_addresses max_connections md5_password_warnings
oauth_validator_libraries password_encryption port rendezvous_name reserved_connections scram_iterations
superuser_reserved_connections tcp_keepalives_count tcp_keepalives_idle tcp_keepalives_interval tcp_user_timeout
tcpip_socket unix_socket_directories unix_socket_directory unix_socket_group unix_socket_permissions virtual_host
ssl ssl_ca_file ssl_cert_file ssl_ciphers ssl_crl_dir ssl_crl_file ssl_dh_params_file ssl_ecdh_curve ssl_groups
ssl_key_file ssl_max_protocol_version ssl_min_protocol_version ssl_passphrase_command
ssl_passphrase_command_supports_reload ssl_prefer_server_ciphers ssl_renegotiation_limit ssl_tls13_ciphers`},
	{"planning", "it is about the choice of plans; the statements of the lab have plans that are known", `
constraint_exclusion cpu_index_tuple_cost cpu_operator_cost cpu_tuple_cost cursor_tuple_fraction
default_statistics_target enable_async_append enable_bitmapscan enable_distinct_reordering enable_gathermerge
enable_group_by_reordering enable_hashagg enable_hashjoin enable_incremental_sort enable_indexonlyscan
enable_indexscan enable_material enable_memoize enable_mergejoin enable_nestloop enable_parallel_append
enable_parallel_hash enable_partition_pruning enable_partitionwise_aggregate enable_partitionwise_join
enable_presorted_aggregate enable_self_join_elimination enable_seqscan enable_sort enable_tidscan
from_collapse_limit geqo geqo_effort geqo_generations geqo_pool_size geqo_random_seed geqo_seed geqo_selection_bias
geqo_threshold jit jit_above_cost jit_inline_above_cost jit_optimize_above_cost join_collapse_limit
min_parallel_index_scan_size min_parallel_relation_size min_parallel_table_scan_size parallel_setup_cost
parallel_tuple_cost plan_cache_mode random_page_cost recursive_worktable_factor seq_page_cost`},
	{"parallel work", "each statement of the lab runs in one process", `
debug_parallel_query force_parallel_mode max_parallel_degree max_parallel_maintenance_workers max_parallel_workers
max_parallel_workers_per_gather max_worker_processes parallel_leader_participation`},
	{"the log", "it is about what the server logs, which costs the lab nothing", `
application_name client_min_messages cluster_name debug_pretty_print debug_print_parse debug_print_plan
debug_print_rewritten event_source log_autovacuum_min_duration log_connections log_destination log_directory
log_disconnections log_duration log_error_verbosity log_executor_stats log_file_mode log_filename log_hostname
log_line_prefix log_lock_failures log_lock_waits log_min_duration_sample log_min_duration_statement
log_min_error_statement log_min_messages log_parameter_max_length log_parameter_max_length_on_error
log_parser_stats log_pid log_planner_stats log_recovery_conflict_waits log_replication_commands log_rotation_age
log_rotation_size log_source_port log_startup_progress_interval log_statement log_statement_sample_rate
log_statement_stats log_temp_files log_timestamp log_timezone log_transaction_sample_rate log_truncate_on_rotation
logging_collector redirect_stderr server_min_messages silent_mode syslog syslog_facility syslog_ident
syslog_sequence_numbers syslog_split_messages update_process_title`},
	{"sessions", "it is about how a session behaves or shows its values", `
add_missing_from array_nulls australian_timezones backslash_quote bytea_output check_function_bodies client_encoding
createrole_self_grant custom_variable_classes datestyle deadlock_timeout default_table_access_method
default_tablespace default_text_search_config default_toast_compression default_transaction_deferrable
default_transaction_isolation default_transaction_read_only default_with_oids dynamic_library_path
escape_string_warning event_triggers explain_pretty_print extension_control_path extra_float_digits
file_copy_method gin_fuzzy_search_limit icu_validation_level idle_in_transaction_session_timeout
idle_session_timeout intervalstyle is_superuser jit_provider lc_collate lc_ctype lc_messages lc_monetary lc_numeric
lc_time lo_compat_privileges local_preload_libraries lock_timeout max_expr_depth operator_precedence_warning
output_plugin_libraries preload_libraries quote_all_identifiers regex_flavor
restrict_nonsystem_relation_kind role row_security search_path server_encoding session_authorization
session_preload_libraries session_replication_role shared_preload_libraries sql_inheritance
standard_conforming_strings statement_timeout temp_tablespaces timezone timezone_abbreviations
transaction_deferrable transaction_isolation transaction_read_only transaction_timeout transform_null_equals
xmlbinary xmloption`},
	{"memory of sessions", "it is about memory of single processes; the statements of the lab sort nothing and build no temporary tables", `
autovacuum_work_mem dynamic_shared_memory_type hash_mem_multiplier logical_decoding_work_mem maintenance_work_mem
max_files_per_process max_locks_per_transaction max_notify_queue_pages max_pred_locks_per_page
max_pred_locks_per_relation max_pred_locks_per_transaction max_prepared_transactions max_stack_depth
min_dynamic_shared_memory num_os_semaphores replacement_sort_tuples shared_memory_size
shared_memory_size_in_huge_pages shared_memory_type sort_mem temp_buffers temp_file_limit vacuum_mem work_mem`},
	{"large pages of memory", "it saves processor time that the lab does not tell from other time", `
huge_page_size huge_pages huge_pages_status`},
	{"VACUUM", "the workload of the lab runs without autovacuum, and its VACUUM without pauses", `
autovacuum_analyze_scale_factor autovacuum_analyze_threshold autovacuum_freeze_max_age autovacuum_max_workers
autovacuum_multixact_freeze_max_age autovacuum_naptime autovacuum_vacuum_cost_delay autovacuum_vacuum_cost_limit
autovacuum_vacuum_insert_scale_factor autovacuum_vacuum_insert_threshold autovacuum_vacuum_max_threshold
autovacuum_vacuum_scale_factor autovacuum_vacuum_threshold autovacuum_worker_slots gin_pending_list_limit
max_fsm_pages max_fsm_relations old_snapshot_threshold vacuum_buffer_usage_limit
vacuum_cleanup_index_scale_factor vacuum_cost_delay vacuum_cost_limit vacuum_cost_page_dirty vacuum_cost_page_hit
vacuum_cost_page_miss vacuum_defer_cleanup_age vacuum_failsafe_age vacuum_freeze_min_age vacuum_freeze_table_age
vacuum_max_eager_freeze_failure_rate vacuum_multixact_failsafe_age vacuum_multixact_freeze_min_age
vacuum_multixact_freeze_table_age vacuum_truncate`},
	{"reading ahead", "the lab reads one page at a time for point queries, and scans as the release does it by default", `
effective_io_concurrency io_combine_limit io_max_combine_limit io_max_concurrency io_method io_workers
maintenance_io_concurrency`},
	{"WAL", "the lab does not have it", `
commit_timestamp_buffers multixact_member_buffers multixact_offset_buffers notify_buffers serializable_buffers
subtransaction_buffers transaction_buffers track_commit_timestamp wal_compression wal_debug wal_files wal_init_zero
wal_level wal_log_hints wal_recycle wal_skip_threshold wal_writer_flush_after`},
	{"standbys and archives", "the server of the lab has neither a standby nor an archive", `
archive_cleanup_command archive_command archive_library archive_mode archive_timeout hot_standby
hot_standby_feedback idle_replication_slot_timeout max_active_replication_origins max_logical_replication_workers
max_parallel_apply_workers_per_subscription max_replication_slots max_slot_wal_keep_size
max_standby_archive_delay max_standby_delay max_standby_streaming_delay max_sync_workers_per_subscription
max_wal_senders primary_conninfo primary_slot_name promote_trigger_file recovery_end_command
recovery_min_apply_delay recovery_target recovery_target_action recovery_target_inclusive recovery_target_lsn
recovery_target_name recovery_target_time recovery_target_timeline recovery_target_xid replication_timeout
restore_command summarize_wal sync_replication_slots synchronized_standby_slots synchronous_standby_names
trigger_file wal_keep_segments wal_keep_size wal_receiver_create_temp_slot wal_receiver_status_interval
wal_receiver_timeout wal_retrieve_retry_interval wal_sender_delay wal_sender_timeout wal_summary_keep_time`},
	{"recovery", "the server of the lab does not crash", `
data_sync_retry exit_on_error recovery_init_sync_method recovery_prefetch remove_temp_files_after_crash
restart_after_crash send_abort_for_crash send_abort_for_kill wal_decode_buffer_size`},
	{"statistics", "it is about what the server counts, which costs the lab nothing", `
compute_query_id stats_block_level stats_command_string stats_fetch_consistency stats_reset_on_server_start
stats_row_level stats_start_collector stats_temp_directory track_activities track_activity_query_size
track_cost_delay_timing track_counts track_functions track_io_timing track_wal_io_timing`},
	{"places of files", "the lab has one directory of data; see wal_device for WAL on a disk of its own", `
allow_alter_system config_file data_directory data_directory_mode extension_destdir external_pid_file hba_file
ident_file`},
	{"fixed values", "it tells how the server was built", `
block_size data_checksums debug_assertions in_hot_standby integer_datetimes max_function_args max_identifier_length
max_index_keys segment_size server_version server_version_num ssl_library wal_block_size wal_segment_size`},
	{"developers’ options", "it is for work on PostgreSQL itself", `
allow_in_place_tablespaces allow_system_table_mods backtrace_functions composite_type_mismatch debug_discard_caches
debug_io_direct debug_logical_replication_streaming ignore_checksum_failure ignore_invalid_pages
ignore_system_indexes jit_debugging_support jit_dump_bitcode jit_expressions jit_profiling_support
jit_tuple_deforming post_auth_delay pre_auth_delay trace_connection_negotiation trace_locks trace_lwlocks
trace_notify trace_recovery_messages trace_sort trace_userlocks wal_consistency_checking zero_damaged_pages`},
	{"pages of the operating system", "the lab’s machine knows its memory", `
effective_cache_size`},
}

// familyOf maps each name to its family.
var familyOf = func() map[string]*Family {
	m := map[string]*Family{}
	for i := range families {
		for name := range strings.FieldsSeq(families[i].names) {
			m[name] = &families[i]
		}
	}
	return m
}()

// FamilyOf returns what a setting that the lab lacks is about. ok is false if no
// release from 7.4 to 18 has such a setting, or the lab has it.
func FamilyOf(name string) (f Family, ok bool) {
	if p := familyOf[name]; p != nil {
		return *p, true
	}
	return Family{}, false
}

// weight is a setting that the lab lacks and that shows in a real server's figures.
type weight struct {
	name  string
	quiet string // values with which it does not, in small letters and with blanks around each
	why   string
}

var weights = []weight{
	{"wal_compression", " off ", "full-page images are compressed, so that there is less WAL than in the lab and checkpoints by WAL come later"},
	{"wal_log_hints", " off ", "the first hint bit on a page after a checkpoint writes the page into WAL: there is more WAL than in the lab"},
	{"data_checksums", " off ", "the first hint bit on a page after a checkpoint writes the page into WAL: there is more WAL than in the lab"},
	{"track_commit_timestamp", " off ", "each commit writes its time, so that there is a little more WAL than in the lab"},
	{"synchronous_standby_names", "  ", "commits wait for a standby, which the lab does not have"},
	{"archive_mode", " off ", "every WAL file is read once more, and archive_timeout may end files early"},
	{"block_size", " 8192 ", "the pages of the lab have 8 kB, so that its numbers of buffers mean other sizes"},
	{"wal_segment_size", " 16mb 16777216 ", "the WAL files of the lab have 16 MB, so that checkpoints begin after other distances"},
	{"wal_init_zero", " on ", "new WAL files are not filled with zeros, as they are in the lab"},
	{"wal_recycle", " on ", "WAL files are not used again, as they are in the lab"},
	{"debug_io_direct", "  ", "files are read and written past the kernel’s page cache, which the lab always uses"},
}

// Matters says what of a setting that the lab lacks shows in a real server's figures
// and is missing in the lab's, or "" if nothing does with this value.
func Matters(name, value string) string {
	for _, w := range weights {
		if w.name == name && !strings.Contains(w.quiet, " "+strings.ToLower(value)+" ") {
			return w.why
		}
	}
	return ""
}

// eras tells since and until which release settings exist, both included, for those
// that narrow it down; what was carried back into minor releases is not among them
// (src/backend/utils/misc/guc.c).
var eras = func() map[string][2]string {
	m := map[string][2]string{}
	for entry := range strings.FieldsSeq(eraTable) {
		name, span, _ := strings.Cut(entry, "@")
		first, last, _ := strings.Cut(span, "-")
		m[name] = [2]string{first, last}
	}
	return m
}()

const eraTable = `
sort_mem@-7.4 vacuum_mem@-7.4 tcpip_socket@-7.4 virtual_host@-7.4 syslog@-7.4 log_timestamp@-7.4 log_pid@-7.4
bgwriter_percent@8.0-8.0 bgwriter_maxpages@8.0-8.0 bgwriter_delay@8.0- work_mem@8.0- maintenance_work_mem@8.0-
listen_addresses@8.0- log_line_prefix@8.0-
bgwriter_lru_percent@8.1-8.2 bgwriter_all_percent@8.1-8.2 bgwriter_all_maxpages@8.1-8.2 bgwriter_lru_maxpages@8.1-
autovacuum@8.1- full_page_writes@8.1-
stats_start_collector@-8.2 stats_row_level@-8.2 stats_block_level@-8.2 stats_command_string@-8.2
stats_reset_on_server_start@-8.2 redirect_stderr@-8.2
bgwriter_lru_multiplier@8.3- checkpoint_completion_target@8.3- log_checkpoints@8.3- synchronous_commit@8.3-
wal_writer_delay@8.3- synchronize_seqscans@8.3- track_counts@8.3- track_activities@8.3- logging_collector@8.3-
archive_mode@8.3- temp_tablespaces@8.3- max_fsm_pages@-8.3 max_fsm_relations@-8.3
effective_io_concurrency@8.4- cursor_tuple_fraction@8.4- track_functions@8.4- vacuum_freeze_table_age@8.4-
stats_temp_directory@8.4-14 add_missing_from@-8.4 regex_flavor@-8.4
wal_level@9.0- max_wal_senders@9.0- hot_standby@9.0- wal_keep_segments@9.0-12 bytea_output@9.0-
vacuum_defer_cleanup_age@9.0-15
synchronous_standby_names@9.1- hot_standby_feedback@9.1- wal_receiver_status_interval@9.1-
max_pred_locks_per_transaction@9.1- quote_all_identifiers@9.1- restart_after_crash@9.1- silent_mode@-9.1
custom_variable_classes@-9.1 replication_timeout@9.1-9.2
temp_file_limit@9.2- track_io_timing@9.2- unix_socket_directory@-9.2
unix_socket_directories@9.3- wal_sender_timeout@9.3- wal_receiver_timeout@9.3- lock_timeout@9.3-
huge_pages@9.4- autovacuum_work_mem@9.4- wal_log_hints@9.4- max_replication_slots@9.4- max_worker_processes@9.4-
session_preload_libraries@9.4- checkpoint_segments@-9.4 ssl_renegotiation_limit@-9.4
max_wal_size@9.5- min_wal_size@9.5- wal_compression@9.5- cluster_name@9.5- row_security@9.5- track_commit_timestamp@9.5-
gin_pending_list_limit@9.5- log_replication_commands@9.5- operator_precedence_warning@9.5-13
bgwriter_flush_after@9.6- backend_flush_after@9.6- checkpoint_flush_after@9.6- wal_writer_flush_after@9.6-
max_parallel_workers_per_gather@9.6- parallel_setup_cost@9.6- parallel_tuple_cost@9.6- syslog_split_messages@9.6-
idle_in_transaction_session_timeout@9.6- old_snapshot_threshold@9.6-16 force_parallel_mode@9.6-15 sql_inheritance@-9.6
max_parallel_workers@10- min_parallel_table_scan_size@10- max_logical_replication_workers@10- enable_gathermerge@10-
wal_consistency_checking@10- replacement_sort_tuples@9.6-10
jit@11- jit_above_cost@11- max_parallel_maintenance_workers@11- parallel_leader_participation@11-
enable_partition_pruning@11- enable_parallel_hash@11- default_with_oids@-11 vacuum_cleanup_index_scale_factor@11-13
plan_cache_mode@12- wal_init_zero@12- wal_recycle@12- tcp_user_timeout@12- ssl_min_protocol_version@12-
log_transaction_sample_rate@12- default_table_access_method@12- restore_command@12- primary_conninfo@12-
promote_trigger_file@12-15
wal_keep_size@13- max_slot_wal_keep_size@13- maintenance_io_concurrency@13- hash_mem_multiplier@13-
logical_decoding_work_mem@13- wal_skip_threshold@13- enable_incremental_sort@13- log_min_duration_sample@13-
autovacuum_vacuum_insert_threshold@13-
client_connection_check_interval@14- compute_query_id@14- default_toast_compression@14- huge_page_size@14-
enable_memoize@14- idle_session_timeout@14- track_wal_io_timing@14- vacuum_failsafe_age@14- min_dynamic_shared_memory@14-
archive_library@15- recovery_prefetch@15- stats_fetch_consistency@15- wal_decode_buffer_size@15-
log_startup_progress_interval@15- recursive_worktable_factor@15- lc_collate@-15 lc_ctype@-15
vacuum_buffer_usage_limit@16- reserved_connections@16- scram_iterations@16- debug_parallel_query@16-
createrole_self_grant@16- db_user_namespace@-16 trace_recovery_messages@-16
summarize_wal@17- transaction_timeout@17- io_combine_limit@17- allow_alter_system@17- transaction_buffers@17-
sync_replication_slots@17- huge_pages_status@17-
io_method@18- io_workers@18- io_max_concurrency@18- autovacuum_worker_slots@18- idle_replication_slot_timeout@18-
track_cost_delay_timing@18- file_copy_method@18- vacuum_truncate@18-
`

// Era returns since and until which release a setting exists, both "" if that narrows
// nothing down.
func Era(name string) (first, last string) {
	e := eras[name]
	return e[0], e[1]
}
