CREATE TABLE "person_feeds" (
	"vendor" text NOT NULL,
	"person" uuid NOT NULL,
	"head" bigint DEFAULT 0 NOT NULL,
	"floor" bigint DEFAULT 0 NOT NULL,
	"generation" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "person_feeds_vendor_person_pk" PRIMARY KEY("vendor","person")
);
--> statement-breakpoint
CREATE TABLE "record_commits" (
	"vendor" text NOT NULL,
	"person" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"mark" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "record_commits_vendor_person_seq_pk" PRIMARY KEY("vendor","person","seq")
);
--> statement-breakpoint
CREATE TABLE "record_operations" (
	"vendor" text NOT NULL,
	"person" uuid NOT NULL,
	"op_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"outcome" text NOT NULL,
	"problem" text,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "record_operations_vendor_person_op_id_pk" PRIMARY KEY("vendor","person","op_id")
);
--> statement-breakpoint
CREATE TABLE "records" (
	"vendor" text NOT NULL,
	"person" uuid NOT NULL,
	"kind" text NOT NULL,
	"id" text NOT NULL,
	"seq" bigint NOT NULL,
	"v" integer NOT NULL,
	"body" text,
	"reason" text,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "records_vendor_person_kind_id_pk" PRIMARY KEY("vendor","person","kind","id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "record_operations_seq" ON "record_operations" USING btree ("vendor","person","seq");--> statement-breakpoint
CREATE INDEX "record_operations_operation" ON "record_operations" USING btree ("vendor","op_id");--> statement-breakpoint
CREATE INDEX "record_operations_at" ON "record_operations" USING btree ("vendor","at");--> statement-breakpoint
CREATE UNIQUE INDEX "records_seq" ON "records" USING btree ("vendor","person","seq");--> statement-breakpoint
CREATE INDEX "records_tombstones" ON "records" USING btree ("vendor","at") WHERE "records"."body" is null;