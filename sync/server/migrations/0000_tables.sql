CREATE SEQUENCE "public"."operation_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "audit_events" (
	"vendor" text NOT NULL,
	"no" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"action" text NOT NULL,
	"actor" text,
	"subject" uuid,
	"event" text NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "audit_events_vendor_no_pk" PRIMARY KEY("vendor","no")
);
--> statement-breakpoint
CREATE TABLE "devices" (
	"vendor" text NOT NULL,
	"device_id" text NOT NULL,
	"registered_at" timestamp with time zone NOT NULL,
	CONSTRAINT "devices_vendor_device_id_pk" PRIMARY KEY("vendor","device_id")
);
--> statement-breakpoint
CREATE TABLE "epochs" (
	"vendor" text NOT NULL,
	"epoch" uuid NOT NULL,
	"minted_at" timestamp with time zone NOT NULL,
	"current" boolean NOT NULL,
	"safe_through" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "epochs_vendor_epoch_pk" PRIMARY KEY("vendor","epoch")
);
--> statement-breakpoint
CREATE TABLE "feed" (
	"vendor" text NOT NULL,
	"device" text NOT NULL,
	"seq" bigint NOT NULL,
	"xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"type" text NOT NULL,
	"id" uuid NOT NULL,
	"data" text NOT NULL,
	CONSTRAINT "feed_vendor_device_seq_pk" PRIMARY KEY("vendor","device","seq")
);
--> statement-breakpoint
CREATE TABLE "inbox_items" (
	"vendor" text NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"device" text NOT NULL,
	"session" uuid,
	"code" text NOT NULL,
	"rank" smallint NOT NULL,
	"triage" text NOT NULL,
	"held" boolean NOT NULL,
	"late" boolean NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"summary" text NOT NULL,
	"judgement" text NOT NULL,
	"resolved_at" timestamp with time zone,
	"resolved_by" text,
	"note" text,
	CONSTRAINT "inbox_items_vendor_id_pk" PRIMARY KEY("vendor","id")
);
--> statement-breakpoint
CREATE TABLE "op_ledger" (
	"vendor" text NOT NULL,
	"op_id" uuid NOT NULL,
	"sha256" text NOT NULL,
	"envelope" "bytea" NOT NULL,
	"device" text NOT NULL,
	"lane" text NOT NULL,
	"lane_no" bigint NOT NULL,
	"after" uuid[] NOT NULL,
	"kind" text NOT NULL,
	"v" integer NOT NULL,
	"seq" bigint NOT NULL,
	"xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"receipt" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"captured_at" text NOT NULL,
	"skew_seconds" double precision,
	"outcome" text DEFAULT 'received' NOT NULL,
	"judged_seq" bigint,
	"judged_at" timestamp with time zone,
	"problem" text,
	CONSTRAINT "op_ledger_vendor_op_id_pk" PRIMARY KEY("vendor","op_id")
);
--> statement-breakpoint
CREATE TABLE "packs" (
	"vendor" text NOT NULL,
	"pack_hash" text NOT NULL,
	"pack" text NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	CONSTRAINT "packs_vendor_pack_hash_pk" PRIMARY KEY("vendor","pack_hash")
);
--> statement-breakpoint
CREATE TABLE "questionnaire_definitions" (
	"vendor" text NOT NULL,
	"form_hash" text NOT NULL,
	"canonical" text NOT NULL,
	"version" text NOT NULL,
	"definition" text NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	CONSTRAINT "questionnaire_definitions_vendor_form_hash_pk" PRIMARY KEY("vendor","form_hash")
);
--> statement-breakpoint
CREATE TABLE "staff" (
	"vendor" text NOT NULL,
	"id" uuid NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"password_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"disabled_at" timestamp with time zone,
	CONSTRAINT "staff_vendor_id_pk" PRIMARY KEY("vendor","id")
);
--> statement-breakpoint
CREATE TABLE "staff_sessions" (
	"vendor" text NOT NULL,
	"token_sha256" text NOT NULL,
	"staff_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "staff_sessions_vendor_token_sha256_pk" PRIMARY KEY("vendor","token_sha256")
);
--> statement-breakpoint
CREATE INDEX "audit_events_subject" ON "audit_events" USING btree ("vendor","subject");--> statement-breakpoint
CREATE UNIQUE INDEX "epochs_current" ON "epochs" USING btree ("vendor") WHERE "epochs"."current";--> statement-breakpoint
CREATE INDEX "inbox_items_open" ON "inbox_items" USING btree ("vendor","rank","due_at","id") WHERE "inbox_items"."resolved_at" is null;--> statement-breakpoint
CREATE INDEX "inbox_items_held" ON "inbox_items" USING btree ("vendor","rank","due_at","id") WHERE "inbox_items"."resolved_at" is null and "inbox_items"."held";--> statement-breakpoint
CREATE INDEX "inbox_items_done" ON "inbox_items" USING btree ("vendor","resolved_at","id") WHERE "inbox_items"."resolved_at" is not null;--> statement-breakpoint
CREATE INDEX "inbox_items_code" ON "inbox_items" USING btree ("vendor","code");--> statement-breakpoint
CREATE INDEX "inbox_items_session" ON "inbox_items" USING btree ("vendor","session");--> statement-breakpoint
CREATE INDEX "op_ledger_lane" ON "op_ledger" USING btree ("vendor","device","lane","lane_no");--> statement-breakpoint
CREATE INDEX "op_ledger_unjudged" ON "op_ledger" USING btree ("vendor","seq") WHERE "op_ledger"."outcome" = 'received';--> statement-breakpoint
CREATE UNIQUE INDEX "staff_email" ON "staff" USING btree ("vendor","email");--> statement-breakpoint
CREATE INDEX "staff_sessions_staff" ON "staff_sessions" USING btree ("vendor","staff_id");